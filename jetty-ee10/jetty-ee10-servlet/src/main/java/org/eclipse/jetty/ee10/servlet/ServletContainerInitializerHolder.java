package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletContainerInitializer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletScopedContext;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.handler.ContextHandler;

/** Holds a container initializer and the classes that it handles: called when the context starts (Servlet section 8.2.4). */
public class ServletContainerInitializerHolder extends BaseHolder<ServletContainerInitializer> {
    private final Set<String> startupClassNames = new HashSet<>();
    private final Set<Class<?>> startupClasses = new HashSet<>();

    protected ServletContainerInitializerHolder(Source source) {
        super(source);
    }

    public ServletContainerInitializerHolder() {
        this(Source.EMBEDDED);
    }

    public ServletContainerInitializerHolder(
            Class<? extends ServletContainerInitializer> type, Class<?>... startupClasses) {
        this(Source.EMBEDDED);
        setHeldClass(type);
        this.startupClasses.addAll(Arrays.asList(startupClasses));
    }

    public ServletContainerInitializerHolder(ServletContainerInitializer initializer, Class<?>... startupClasses) {
        this(Source.EMBEDDED, initializer, startupClasses);
    }

    public ServletContainerInitializerHolder(
            Source source, ServletContainerInitializer initializer, Class<?>... startupClasses) {
        this(source);
        setInstance(initializer);
        this.startupClasses.addAll(Arrays.asList(startupClasses));
    }

    /** Adds classes by name, to be loaded by the context's class loader at start. */
    public void addStartupClasses(String... names) {
        Collections.addAll(startupClassNames, names);
    }

    public void addStartupClasses(Class<?>... classes) {
        Collections.addAll(startupClasses, classes);
    }

    protected Set<Class<?>> resolveStartupClasses() throws Exception {
        Set<Class<?>> classes = new HashSet<>(startupClasses);
        ServletContextHandler context = getServletContextHandler();
        ClassLoader loader = context == null ? null : context.getClassLoader();
        if (loader == null) {
            loader = Thread.currentThread().getContextClassLoader();
        }
        for (String name : startupClassNames) {
            classes.add(Class.forName(name, false, loader));
        }
        return classes;
    }

    @Override
    public void doStart() throws Exception {
        Context current = ContextHandler.getCurrentContext();
        if (!(current instanceof ServletScopedContext context)) {
            throw new IllegalStateException("Not in a servlet context: " + this);
        }
        super.doStart();
        ServletContainerInitializer initializer = getInstance();
        if (initializer == null) {
            initializer = createInstance();
        }
        initializer = wrap(initializer, WrapFunction.class, WrapFunction::wrapServletContainerInitializer);
        Set<Class<?>> classes = resolveStartupClasses();
        context.setExtendedListenerTypes(true);
        try {
            initializer.onStartup(classes.isEmpty() ? null : classes, context.getServletContext());
        } finally {
            context.setExtendedListenerTypes(false);
        }
    }

    @Override
    public String toString() {
        return "ServletContainerInitializerHolder[" + getClassName() + "," + startupClassNames + "," + startupClasses
                + "]";
    }

    /** Wraps container initializers, as a bean of the context. */
    public interface WrapFunction {
        ServletContainerInitializer wrapServletContainerInitializer(ServletContainerInitializer initializer);
    }
}
