package org.eclipse.jetty.util.component;

import java.util.Collection;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.jspecify.annotations.Nullable;

/**
 * A servlet environment (or another one) of this JVM: a name, a class loader, and attributes. Names are
 * case-insensitive.
 */
public interface Environment extends Attributes {
    /** All environments, sorted by name. */
    static Collection<Environment> getAll() {
        return NamedEnvironment.all();
    }

    /** Forgets all environments. */
    static void removeAll() {
        NamedEnvironment.removeAll();
    }

    /** The environment of this name. */
    static @Nullable Environment get(String name) {
        return NamedEnvironment.find(name);
    }

    /**
     * The environment of this name, made now if there is none.
     *
     * @param name the name
     * @param clazz a class of the environment; its loader becomes that of a new environment
     * @throws IllegalStateException when the environment exists, and its class loader does not load that class
     */
    static Environment ensure(String name, Class<?> clazz) throws IllegalStateException {
        return NamedEnvironment.ensure(name, clazz);
    }

    /** The environment of this name, made now, with the class loader of this class, if there is none. */
    static Environment ensure(String name) {
        return NamedEnvironment.ensure(name, null);
    }

    /**
     * Makes an environment.
     *
     * @throws IllegalStateException when there is one of this name
     */
    static Environment create(String name, ClassLoader classLoader) throws IllegalStateException {
        return NamedEnvironment.create(name, classLoader);
    }

    /** Makes an environment, in place of that of the same name. */
    static Environment set(Environment environment) {
        return NamedEnvironment.set(environment);
    }

    String getName();

    ClassLoader getClassLoader();

    /** Runs with the class loader of the environment as context class loader. */
    default void run(Runnable runnable) {
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(getClassLoader())) {
            runnable.run();
        }
    }
}
