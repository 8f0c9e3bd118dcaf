package org.eclipse.jetty.io;

import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Predicate;
import org.eclipse.jetty.util.IncludeExcludeSet;
import org.eclipse.jetty.util.Loader;
import org.eclipse.jetty.util.annotation.ManagedObject;

/**
 * Counts connections of some classes, their subclasses included: those that are included, or all if none is, without those that are
 * excluded. Set up before connections open. Thread-safe.
 */
@ManagedObject("Counts connections of some classes")
public class IncludeExcludeConnectionStatistics extends ConnectionStatistics {
    private final IncludeExcludeSet<Class<? extends Connection>, Connection> classes =
            new IncludeExcludeSet<>(ConnectionSet.class);

    /** @throws ClassNotFoundException if there is no such class, or it is none of connections */
    public void include(String className) throws ClassNotFoundException {
        include(connectionClass(className));
    }

    public void include(Class<? extends Connection> type) {
        classes.include(type);
    }

    /** @throws ClassNotFoundException if there is no such class, or it is none of connections */
    public void exclude(String className) throws ClassNotFoundException {
        exclude(connectionClass(className));
    }

    public void exclude(Class<? extends Connection> type) {
        classes.exclude(type);
    }

    private static Class<? extends Connection> connectionClass(String className) throws ClassNotFoundException {
        Class<?> type = Loader.loadClass(className);
        if (!Connection.class.isAssignableFrom(type)) {
            throw new ClassNotFoundException(className + " (expected: a class of connections)");
        }
        return type.asSubclass(Connection.class);
    }

    @Override
    public void onOpened(Connection connection) {
        if (classes.test(connection)) {
            super.onOpened(connection);
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (classes.test(connection)) {
            super.onClosed(connection);
        }
    }

    /** Classes, tested with instances. */
    public static class ConnectionSet extends CopyOnWriteArraySet<Class<? extends Connection>>
            implements Predicate<Connection> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean test(Connection connection) {
            for (Class<? extends Connection> type : this) {
                if (type.isInstance(connection)) {
                    return true;
                }
            }
            return false;
        }
    }
}
