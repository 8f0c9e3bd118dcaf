package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.ConcurrentSkipListMap;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** The environments of this JVM, by name. Thread-safe. */
final class NamedEnvironment extends Attributes.Mapped implements Environment, Dumpable {
    private static final ConcurrentSkipListMap<String, Environment> ENVIRONMENTS =
            new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);

    private final String name;
    private final ClassLoader classLoader;

    private NamedEnvironment(String name, ClassLoader classLoader) {
        this.name = name;
        this.classLoader = classLoader;
    }

    static Collection<Environment> all() {
        return Collections.unmodifiableCollection(ENVIRONMENTS.values());
    }

    static void removeAll() {
        ENVIRONMENTS.clear();
    }

    static @Nullable Environment find(@Nullable String name) {
        return name == null ? null : ENVIRONMENTS.get(name);
    }

    static Environment ensure(String name, @Nullable Class<?> clazz) {
        Class<?> anchor = clazz == null ? Environment.class : clazz;
        Environment environment =
                ENVIRONMENTS.computeIfAbsent(name, n -> new NamedEnvironment(n, anchor.getClassLoader()));
        if (clazz != null && environment.getClassLoader() != clazz.getClassLoader() && !loads(environment, clazz)) {
            throw new IllegalStateException(
                    "Environment " + name + " exists with class loader " + environment.getClassLoader()
                            + ", which does not load " + clazz + " of " + clazz.getClassLoader());
        }
        return environment;
    }

    private static boolean loads(Environment environment, Class<?> clazz) {
        try {
            return Class.forName(clazz.getName(), false, environment.getClassLoader()) == clazz;
        } catch (ClassNotFoundException x) {
            return false;
        }
    }

    static Environment create(String name, ClassLoader classLoader) {
        Environment created = new NamedEnvironment(name, classLoader);
        if (ENVIRONMENTS.putIfAbsent(name, created) != null) {
            throw new IllegalStateException("Environment already exists: " + name);
        }
        return created;
    }

    static Environment set(Environment environment) {
        return ENVIRONMENTS.put(environment.getName(), environment);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public ClassLoader getClassLoader() {
        return classLoader;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(
                out, indent, this, new ClassLoaderDump(classLoader), new DumpableMap("attributes", asAttributeMap()));
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public String toString() {
        return String.format("%s@%s{%s}", getClass().getSimpleName(), Integer.toHexString(hashCode()), name);
    }
}
