package org.eclipse.jetty.util;

import java.lang.reflect.InvocationTargetException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Makes objects and passes them through decorators, in their order; destroys in reverse order. Thread-safe. */
public class DecoratedObjectFactory implements Iterable<Decorator>, Decorator {
    /** The name of the context attribute that holds the factory. */
    public static final String ATTR = DecoratedObjectFactory.class.getName();

    private static final ThreadLocal<Object> INFO = new ThreadLocal<>();

    private final List<Decorator> decorators = new CopyOnWriteArrayList<>();

    public DecoratedObjectFactory() {}

    /** Tells decorators, that are called by the current thread, what the object is for. */
    public static void associateInfo(Object info) {
        INFO.set(info);
    }

    public static void disassociateInfo() {
        INFO.remove();
    }

    public static Object getAssociatedInfo() {
        return INFO.get();
    }

    public void addDecorator(Decorator decorator) {
        decorators.add(decorator);
    }

    public boolean removeDecorator(Decorator decorator) {
        return decorators.remove(decorator);
    }

    public void clear() {
        decorators.clear();
    }

    public <T> T createInstance(Class<T> clazz)
            throws InstantiationException, IllegalAccessException, NoSuchMethodException, InvocationTargetException {
        return decorate(clazz.getDeclaredConstructor().newInstance());
    }

    @Override
    public <T> T decorate(T object) {
        T result = object;
        for (int i = decorators.size() - 1; i >= 0; i--) {
            result = decorators.get(i).decorate(result);
        }
        return result;
    }

    @Override
    public void destroy(Object object) {
        for (Decorator decorator : decorators) {
            decorator.destroy(object);
        }
    }

    public List<Decorator> getDecorators() {
        return Collections.unmodifiableList(decorators);
    }

    @Override
    public Iterator<Decorator> iterator() {
        return decorators.iterator();
    }

    public void setDecorators(@Nullable List<? extends Decorator> decorators) {
        this.decorators.clear();
        if (decorators != null) {
            this.decorators.addAll(decorators);
        }
    }

    @Override
    public String toString() {
        return getClass().getName() + "[decorators=" + decorators.size() + "]";
    }
}
