package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletContext;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a component of a web application by class name, class or instance, and owns its life. Guarded by its life cycle.
 *
 * @param <T> the type of the component
 */
public abstract class BaseHolder<T> extends AbstractLifeCycle implements Dumpable {
    private static final Logger LOG = LoggerFactory.getLogger(BaseHolder.class);

    private final Source source;
    private @Nullable Class<? extends T> heldClass;
    private @Nullable String className;
    private @Nullable T instance;
    private @Nullable ServletHandler servletHandler;

    protected BaseHolder(Source source) {
        this.source = source;
    }

    public Source getSource() {
        return source;
    }

    /** Stops the last of several first; returns their failures, with one that there was before. */
    static @Nullable Throwable stopAll(BaseHolder<?>[] holders, @Nullable Throwable before) {
        Throwable failure = before;
        for (int i = holders.length - 1; i >= 0; i--) {
            try {
                holders[i].stop();
            } catch (Throwable x) {
                failure = ExceptionUtil.combine(failure, x);
            }
        }
        return failure;
    }

    /** What the embedder added survives a stop; what descriptors, annotations and the API added is found again. */
    static <H extends BaseHolder<?>> H[] embedded(H[] holders) {
        List<H> kept = new ArrayList<>();
        for (H holder : holders) {
            if (holder.getSource().getOrigin() == Source.Origin.EMBEDDED) {
                kept.add(holder);
            }
        }
        return kept.toArray(Arrays.copyOf(holders, 0));
    }

    /** Initialises the held component; fails when the holder was not started. */
    public void initialize() throws Exception {
        if (!isStarted()) {
            throw new IllegalStateException("Not started: " + this);
        }
    }

    @Override
    public void doStart() throws Exception {
        if (heldClass == null) {
            if (className == null || className.isEmpty()) {
                throw new UnavailableException("No class in holder " + this + ", declared by " + source);
            }
            try {
                heldClass = loadClass(className);
            } catch (ClassNotFoundException x) {
                UnavailableException unavailable =
                        new UnavailableException("Unable to load " + className + ", declared by " + source + ": " + x);
                unavailable.initCause(x);
                throw unavailable;
            }
        }
    }

    /** Whether there is a class of this name. */
    boolean isLoadable(String name) {
        try {
            loadClass(name);
            return true;
        } catch (ClassNotFoundException | LinkageError x) {
            return false;
        }
    }

    @SuppressWarnings("unchecked")
    private Class<? extends T> loadClass(String name) throws ClassNotFoundException {
        ServletContextHandler context = getServletContextHandler();
        ClassLoader loader = context == null ? null : context.getClassLoader();
        if (loader == null) {
            loader = Thread.currentThread().getContextClassLoader();
        }
        if (loader == null) {
            loader = BaseHolder.class.getClassLoader();
        }
        return (Class<? extends T>) loader.loadClass(name);
    }

    @Override
    public void doStop() throws Exception {
        if (instance == null && className != null && !className.isEmpty()) {
            heldClass = null;
        }
    }

    public @Nullable String getClassName() {
        return className;
    }

    public @Nullable Class<? extends T> getHeldClass() {
        return heldClass;
    }

    /** Returns the class of one that is started, or that was given its class. */
    Class<? extends T> knownClass() {
        return Objects.requireNonNull(heldClass, () -> "No class in holder " + this);
    }

    public @Nullable ServletHandler getServletHandler() {
        return servletHandler;
    }

    /** Returns the handler that this was added to. */
    ServletHandler requireServletHandler() {
        return Objects.requireNonNull(servletHandler, () -> this + " is in no ServletHandler");
    }

    public void setServletHandler(ServletHandler servletHandler) {
        this.servletHandler = servletHandler;
    }

    /** Sets the name of the class, to be loaded by the context's class loader at start. */
    public void setClassName(@Nullable String className) {
        this.className = className;
        this.heldClass = null;
    }

    /** Sets the class, of which one instance is made at start. */
    public void setHeldClass(@Nullable Class<? extends T> held) {
        heldClass = held;
        if (held != null) {
            className = held.getName();
        }
    }

    protected void illegalStateIfContextStarted() {
        ServletContextHandler context = getServletContextHandler();
        if (context != null && context.isContextInitialized()) {
            throw new IllegalStateException("Context is started");
        }
    }

    @SuppressWarnings("unchecked")
    protected void setInstance(@Nullable T instance) {
        this.instance = instance;
        if (instance == null) {
            setHeldClass(null);
        } else {
            setHeldClass((Class<? extends T>) instance.getClass());
        }
    }

    protected @Nullable T getInstance() {
        return instance;
    }

    /** Creates a decorated instance of the held class. */
    protected T createInstance() throws Exception {
        ServletContextHandler context = getServletContextHandler();
        if (context != null) {
            return context.getContext().createInstance(this);
        }
        return knownClass().getDeclaredConstructor().newInstance();
    }

    public @Nullable ServletContext getServletContext() {
        ServletContextHandler context = getServletContextHandler();
        return context == null ? null : context.getServletContext();
    }

    /** Returns the context that this holder lives in, or the current one, or null. */
    public @Nullable ServletContextHandler getServletContextHandler() {
        if (servletHandler != null) {
            ServletContextHandler context = servletHandler.getServletContextHandler();
            if (context != null) {
                return context;
            }
        }
        Context current = ContextHandler.getCurrentContext();
        return current instanceof ServletContextHandler.ServletScopedContext scoped
                ? scoped.getServletContextHandler()
                : null;
    }

    /** Whether the component was given as an instance. */
    public boolean isInstance() {
        return instance != null;
    }

    protected <W> T wrap(T component, Class<W> wrapperType, BiFunction<W, T, T> function) {
        T result = component;
        ServletContextHandler context = getServletContextHandler();
        if (context != null) {
            for (W wrapper : context.getBeans(wrapperType)) {
                result = function.apply(wrapper, result);
            }
        }
        return result;
    }

    @SuppressWarnings("unchecked")
    protected T unwrap(T component) {
        T result = component;
        while (result instanceof WrappedComponent<?> wrapped) {
            result = (T) wrapped.getWrapped();
        }
        return result;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObject(out, this);
    }

    @Override
    public String dump() {
        return Dumpable.dump(this);
    }
}
