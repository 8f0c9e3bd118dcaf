package org.eclipse.jetty.jndi;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import javax.naming.NamingException;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;

/**
 * The names that one application sees below {@code java:comp}, {@code java:module} and {@code java:app}.
 *
 * <pre>
 * made, stopped   the application is being configured: all may bind
 * started         the application runs: it cannot change its names (Jakarta EE platform section 5.2.2), its container can
 * closed          the names are forgotten
 * </pre>
 *
 * It is found by class loader: the context class loader of the thread, or the nearest of its parents, that an application has. Code of no
 * application has names of its own, by its context class loader. Thread-safe.
 */
public final class ComponentNaming extends AbstractLifeCycle implements AutoCloseable, Dumpable {
    /** Where an application finds its settings and references. */
    public static final String ENV = "env";

    private static final Map<ClassLoader, ComponentNaming> APPLICATIONS =
            Collections.synchronizedMap(new WeakHashMap<>());
    private static final Map<ClassLoader, ComponentNaming> OTHERS = Collections.synchronizedMap(new WeakHashMap<>());

    private final NamingContext component = NamingContext.newRoot("java:comp");
    private final NamingContext application = NamingContext.newRoot("java:app");
    private final String name;

    private ComponentNaming(String name) {
        this.name = name;
        try {
            component.createSubcontext(ENV);
            component.bind("ModuleName", name);
            application.bind("AppName", name);
        } catch (NamingException x) {
            throw new IllegalStateException(x);
        }
    }

    /**
     * Gives an application its names, empty but for its own name, in place of those that its class loader had.
     *
     * @param name the name of the application, which it sees as java:app/AppName and java:module/ModuleName
     */
    public static ComponentNaming register(ClassLoader loader, String name) {
        ComponentNaming naming = new ComponentNaming(Objects.requireNonNull(name));
        APPLICATIONS.put(Objects.requireNonNull(loader), naming);
        return naming;
    }

    /** Returns the names of the application that the current thread works for; null when it works for none. */
    public static @Nullable ComponentNaming ofApplication() {
        for (ClassLoader loader = contextLoader(); loader != null; loader = loader.getParent()) {
            ComponentNaming naming = APPLICATIONS.get(loader);
            if (naming != null) {
                return naming;
            }
        }
        return null;
    }

    private static ClassLoader contextLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? ClassLoader.getSystemClassLoader() : context;
    }

    /** Returns the names of the application, or else of the code of no application, that the current thread works for. */
    public static ComponentNaming current() {
        ComponentNaming application = ofApplication();
        if (application != null) {
            return application;
        }
        ClassLoader context = contextLoader();
        return OTHERS.computeIfAbsent(context, loader -> new ComponentNaming(String.valueOf(loader.getName())));
    }

    /** Returns java:comp, to be changed by the container at any time. */
    public NamingContext component() {
        return component;
    }

    /** Returns java:app, to be changed by the container at any time. */
    public NamingContext application() {
        return application;
    }

    /** Returns java:comp/env, to be changed by the container at any time. */
    public NamingContext env() {
        try {
            return (NamingContext) component.lookup(ENV);
        } catch (NamingException x) {
            throw new IllegalStateException(x);
        }
    }

    boolean isReadOnly() {
        return isStarting() || isStarted();
    }

    /** Forgets the names, so that nothing of the application is held by them. */
    @Override
    public void close() {
        APPLICATIONS.values().removeIf(naming -> naming == this);
        component.clear();
        application.clear();
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, component, application);
    }

    @Override
    public String toString() {
        return "ComponentNaming{" + name + "}";
    }
}
