package org.eclipse.jetty.plus.jndi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.component.Environment;
import org.jspecify.annotations.Nullable;

/** The entries of a scope, by name. Thread-safe. */
final class Scope {
    private static final String ATTRIBUTE = "org.eclipse.jetty.plus.jndi.entries";
    private static final Scope JVM = new Scope("JVM");

    private final Map<String, NamingEntry> entries = new ConcurrentHashMap<>();
    private final String name;

    private Scope(String name) {
        this.name = name;
    }

    /**
     * Returns the entries of a scope.
     *
     * @param scope null, an environment or its name, a server, a web application
     */
    static Scope of(@Nullable Object scope) {
        if (scope == null) {
            return JVM;
        }
        Object holder = scope instanceof String environment ? environment(environment) : scope;
        if (!(holder instanceof Attributes attributes)) {
            throw new IllegalArgumentException("scope: " + scope
                    + " (expected: a web application, an environment or its name, a server, or null)");
        }
        synchronized (Scope.class) {
            if (attributes.getAttribute(ATTRIBUTE) instanceof Scope present) {
                return present;
            }
            Scope made = new Scope(holder instanceof Environment environment ? environment.getName() : "" + holder);
            attributes.setAttribute(ATTRIBUTE, made);
            return made;
        }
    }

    private static Environment environment(String name) {
        Environment environment = Environment.get(name);
        if (environment != null) {
            return environment;
        }
        StringBuilder known = new StringBuilder();
        for (Environment each : Environment.getAll()) {
            known.append(known.isEmpty() ? "" : ", ").append(each.getName());
        }
        throw new IllegalArgumentException("scope: " + name + " (expected: the name of an environment: " + known + ")");
    }

    Map<String, NamingEntry> entries() {
        return entries;
    }

    @Override
    public String toString() {
        return name;
    }
}
