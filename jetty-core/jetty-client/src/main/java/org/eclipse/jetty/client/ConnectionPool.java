package org.eclipse.jetty.client;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The connections of a destination. Thread-safe. */
public interface ConnectionPool {
    /** Opens connections until there are so many. */
    default CompletableFuture<Void> preCreateConnections(int connectionCount) {
        return CompletableFuture.completedFuture(null);
    }

    /** Returns whether the connection carries a request. */
    boolean isActive(Connection connection);

    boolean isEmpty();

    /**
     * Returns a connection for a request.
     *
     * @param create whether to open one if there is none; it is offered to the destination once it is open
     * @return null if there is none now
     */
    @Nullable
    Connection acquire(boolean create);

    /** Adds a connection that was opened elsewhere; returns false if there are too many. */
    boolean accept(Connection connection);

    /** Gives back a connection for the next request; returns false if it is to be closed. */
    boolean release(Connection connection);

    /** Removes a connection that has ended; returns whether it was in the pool. */
    boolean remove(Connection connection);

    /** Creates the pool of a destination. */
    interface Factory {
        ConnectionPool newConnectionPool(Destination destination);
    }

    /** A connection that tells how many requests it carries at most in its life. */
    interface MaxUsable {
        int getMaxUsage();
    }

    /** A connection that tells how many requests it carries at most at the same time. */
    interface MaxMultiplexable {
        int getMaxMultiplex();
    }
}
