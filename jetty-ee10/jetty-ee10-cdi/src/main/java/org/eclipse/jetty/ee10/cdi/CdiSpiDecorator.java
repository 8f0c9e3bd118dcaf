package org.eclipse.jetty.ee10.cdi;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.util.Decorator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Injects by the bean manager of the application, whose interfaces are called as the application's class loader has them. Each method
 * is looked up by its types: to list all of them would load libraries that applications need not have, as that of expressions.
 *
 * <pre>
 * CDI.current().getBeanManager()
 *   .getInjectionTargetFactory(manager.createAnnotatedType(object.getClass())).createInjectionTarget(null)
 *   .inject(object, manager.createCreationalContext(null))                 when the object is made
 *   .dispose(object), CreationalContext.release()                          when it is given up
 * </pre>
 *
 * Objects that are made before CDI has started, as its own listeners are, are left alone. What is never given up, as the
 * endpoint that a configurator of the application keeps, is held weakly. Thread-safe.
 */
public class CdiSpiDecorator implements Decorator {
    /** The name of this mode. */
    public static final String MODE = "CdiSpiDecorator";

    private static final String SPI = "jakarta.enterprise.inject.spi.";
    private static final Logger LOG = LoggerFactory.getLogger(CdiSpiDecorator.class);

    private final Set<String> undecoratable = ConcurrentHashMap.newKeySet();
    private final WeakIdentityMap<Decorated> decorated = new WeakIdentityMap<>();
    private final ServletContextHandler context;
    private final MethodHandle current;
    private final MethodHandle getBeanManager;
    private final MethodHandle createAnnotatedType;
    private final MethodHandle getInjectionTargetFactory;
    private final MethodHandle createInjectionTarget;
    private final MethodHandle createCreationalContext;
    private final MethodHandle inject;
    private final MethodHandle dispose;
    private final MethodHandle release;

    /** What an object was injected by, and with which context. */
    private record Decorated(Object injectionTarget, Object creationalContext) {}

    /** @throws UnsupportedOperationException when the application has no CDI */
    public CdiSpiDecorator(ServletContextHandler context) throws UnsupportedOperationException {
        this.context = context;
        undecoratable.addAll(Set.of("org.jboss.weld.environment.servlet.", "org.apache.webbeans."));
        ClassLoader loader = Objects.requireNonNull(context.getClassLoader());
        try {
            Class<?> cdi = loader.loadClass(SPI + "CDI");
            Class<?> manager = loader.loadClass(SPI + "BeanManager");
            Class<?> annotatedType = loader.loadClass(SPI + "AnnotatedType");
            Class<?> factory = loader.loadClass(SPI + "InjectionTargetFactory");
            Class<?> target = loader.loadClass(SPI + "InjectionTarget");
            Class<?> bean = loader.loadClass(SPI + "Bean");
            Class<?> contextual = loader.loadClass("jakarta.enterprise.context.spi.Contextual");
            Class<?> creational = loader.loadClass("jakarta.enterprise.context.spi.CreationalContext");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            current = lookup.findStatic(cdi, "current", methodType(cdi));
            getBeanManager = lookup.findVirtual(cdi, "getBeanManager", methodType(manager));
            createAnnotatedType =
                    lookup.findVirtual(manager, "createAnnotatedType", methodType(annotatedType, Class.class));
            getInjectionTargetFactory =
                    lookup.findVirtual(manager, "getInjectionTargetFactory", methodType(factory, annotatedType));
            createInjectionTarget = lookup.findVirtual(factory, "createInjectionTarget", methodType(target, bean));
            createCreationalContext =
                    lookup.findVirtual(manager, "createCreationalContext", methodType(creational, contextual));
            inject = lookup.findVirtual(target, "inject", methodType(void.class, Object.class, creational));
            dispose = lookup.findVirtual(target, "dispose", methodType(void.class, Object.class));
            release = lookup.findVirtual(creational, "release", methodType(void.class));
        } catch (ReflectiveOperationException x) {
            throw new UnsupportedOperationException("The application has no CDI of this environment", x);
        }
    }

    public Set<String> getUndecoratable() {
        return Collections.unmodifiableSet(undecoratable);
    }

    /** Sets which classes are left alone: names, or beginnings of names that end with a dot. */
    public void setUndecoratable(Set<String> names) {
        undecoratable.clear();
        undecoratable.addAll(names);
    }

    public void addUndecoratable(String... names) {
        Collections.addAll(undecoratable, names);
    }

    /** Whether objects of a class, and of none of its superclasses that are left alone, are injected into. */
    protected boolean isDecoratable(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (String name : undecoratable) {
                if (name.endsWith(".")
                        ? c.getName().startsWith(name)
                        : c.getName().equals(name)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns the bean manager, or null while CDI has not started. */
    private @Nullable Object beanManager() throws Throwable {
        try {
            return getBeanManager.invoke(current.invoke());
        } catch (IllegalStateException x) {
            LOG.debug("CDI of {} has not started", context, x);
            return null;
        }
    }

    @Override
    public <T> T decorate(T o) {
        if (!isDecoratable(o.getClass())) {
            return o;
        }
        try {
            Object manager = beanManager();
            if (manager == null) {
                return o;
            }
            Object factory =
                    getInjectionTargetFactory.invoke(manager, createAnnotatedType.invoke(manager, o.getClass()));
            Object target = createInjectionTarget.invoke(factory, (Object) null);
            Object creational = createCreationalContext.invoke(manager, (Object) null);
            inject.invoke(target, o, creational);
            decorated.put(o, new Decorated(target, creational));
            return o;
        } catch (RuntimeException | Error x) {
            throw x;
        } catch (Throwable x) {
            throw new IllegalStateException(
                    "CDI cannot inject into a " + o.getClass().getName(), x);
        }
    }

    @Override
    public void destroy(Object o) {
        Decorated known = decorated.remove(o);
        if (known == null) {
            return;
        }
        try {
            dispose.invoke(known.injectionTarget(), o);
            release.invoke(known.creationalContext());
        } catch (Throwable x) {
            // CDI may have ended before the application's last object
            LOG.debug("CDI did not dispose of a {}", o.getClass().getName(), x);
        }
    }

    @Override
    public String toString() {
        return "CdiSpiDecorator@" + Integer.toHexString(hashCode()) + undecoratable;
    }
}
