package org.eclipse.jetty.plus.jndi;

import java.util.ArrayList;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import org.eclipse.jetty.jndi.ComponentNaming;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds entries by scope. Thread-safe. */
public class NamingEntryUtil {
    /** What is left out of the names of entries. */
    private static final String[] PREFIXES = {"java:comp/env/", "java:module/env/"};

    private static final Logger LOG = LoggerFactory.getLogger(NamingEntryUtil.class);

    private NamingEntryUtil() {}

    /** Returns a name relative to java:comp/env. */
    static String relative(@Nullable String jndiName) throws InvalidNameException {
        String name = jndiName == null ? "" : jndiName.trim();
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix)) {
                name = name.substring(prefix.length());
            }
        }
        while (name.startsWith("/")) {
            name = name.substring(1);
        }
        if (name.isEmpty()) {
            throw new InvalidNameException("name: " + jndiName + " (expected: a name such as jdbc/main)");
        }
        return name;
    }

    /**
     * Binds an entry in java:comp/env of the application that the current thread works for.
     *
     * @param asName the name there
     * @param mappedName the name of the entry; null for the same
     * @return whether the scope has such an entry
     */
    public static boolean bindToENC(@Nullable Object scope, String asName, @Nullable String mappedName)
            throws NamingException {
        NamingEntry entry = lookupNamingEntry(scope, mappedName == null ? asName : mappedName);
        if (entry == null) {
            return false;
        }
        entry.bindToENC(asName);
        return true;
    }

    /** Returns the entry of this name in this very scope. */
    public static @Nullable NamingEntry lookupNamingEntry(@Nullable Object scope, String jndiName)
            throws NamingException {
        return Scope.of(scope).entries().get(relative(jndiName));
    }

    /** Returns the entries of a type in this very scope. */
    public static <T extends NamingEntry> List<T> lookupNamingEntries(@Nullable Object scope, Class<T> type) {
        List<T> found = new ArrayList<>();
        for (NamingEntry entry : Scope.of(scope).entries().values()) {
            if (type.isInstance(entry)) {
                found.add(type.cast(entry));
            }
        }
        return found;
    }

    /**
     * Takes what an application has made out of scopes, which would keep its classes in memory, and closes what is of a class of its own,
     * such as a pool of {@code WEB-INF/lib}: nobody else can use it any longer.
     *
     * @param loader that of the application; null if it has none any more
     */
    public static void releaseMadeBy(ComponentNaming application, @Nullable ClassLoader loader, Iterable<?> scopes)
            throws NamingException {
        for (Object scope : scopes) {
            for (NamingEntry entry : lookupNamingEntries(scope, NamingEntry.class)) {
                if (!entry.isMadeBy(application)) {
                    continue;
                }
                entry.release();
                if (loader != null
                        && entry.getObject() instanceof AutoCloseable own
                        && own.getClass().getClassLoader() == loader) {
                    close(entry, own);
                }
            }
        }
    }

    private static void close(NamingEntry entry, AutoCloseable object) {
        try {
            object.close();
        } catch (Exception x) {
            LOG.warn("{} cannot be closed", entry, x);
        }
    }
}
