package org.eclipse.jetty.client;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections; subclasses choose among those that can carry another request. Guarded by lock, which is not held while
 * connections are opened or closed.
 *
 * <p>A connection carries one request at a time, unless it is a {@link ConnectionPool.MaxMultiplexable}, which carries as many
 * as it says.
 */
@ManagedObject("The connections of a destination")
public abstract class AbstractConnectionPool extends ContainerLifeCycle implements ConnectionPool, Dumpable {
    private final AutoLock lock = new AutoLock();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Connection, Entry> byConnection = new IdentityHashMap<>();
    private final HttpDestination destination;
    private final int maxConnections;
    /** What {@link #choose} is given; used again. */
    private int[] idle = new int[8];

    private int pending;
    private boolean closed;
    private volatile long maxDuration;
    private volatile int maxUsage = -1;
    private volatile int initialMaxMultiplex = 1;
    private volatile boolean maximizeConnections;

    protected AbstractConnectionPool(Destination destination, int maxConnections) {
        if (maxConnections < 1) {
            throw new IllegalArgumentException("maxConnections: " + maxConnections + " (expected: at least 1)");
        }
        this.destination = (HttpDestination) destination;
        this.maxConnections = maxConnections;
    }

    /**
     * Chooses a connection.
     *
     * @param idle begins with the indexes of the connections that can carry another request, in the order in which they were opened
     * @param count how many of them there are, at least one
     * @param size how many connections there are
     * @return one of the indexes
     */
    protected abstract int choose(int[] idle, int count, int size);

    /** Returns how many requests a connection that is being opened is expected to carry at the same time; 1 by default. */
    protected int getInitialMaxMultiplex() {
        return initialMaxMultiplex;
    }

    /** Sets how many requests a connection that is being opened is expected to carry; once it is open, it says so itself. */
    protected void setInitialMaxMultiplex(int requests) {
        if (requests < 1) {
            throw new IllegalArgumentException("initialMaxMultiplex: " + requests + " (expected: at least 1)");
        }
        initialMaxMultiplex = requests;
    }

    /** Returns whether a request opens another connection even where one can carry it, as long as there may be more. */
    @ManagedAttribute("Whether as many connections are opened as there may be")
    public boolean isMaximizeConnections() {
        return maximizeConnections;
    }

    public void setMaximizeConnections(boolean maximize) {
        maximizeConnections = maximize;
    }

    /** Returns how many requests a connection may carry at the same time. */
    protected int getMaxMultiplex(Connection connection) {
        return connection instanceof MaxMultiplexable multiplexable ? multiplexable.getMaxMultiplex() : 1;
    }

    /** Returns the milliseconds after which a connection is not used again; 0 for no limit. */
    @ManagedAttribute("The milliseconds after which a connection is not used again")
    public long getMaxDuration() {
        return maxDuration;
    }

    public void setMaxDuration(long milliseconds) {
        maxDuration = milliseconds;
    }

    /** Returns how many requests a connection carries at most; -1 for no limit. */
    @ManagedAttribute("How many requests a connection carries at most")
    public int getMaxUsage() {
        return maxUsage;
    }

    public void setMaxUsage(int requests) {
        maxUsage = requests;
    }

    @ManagedAttribute("The connections that carry a request")
    public int getActiveConnectionCount() {
        try (AutoLock l = lock.lock()) {
            return (int) entries.stream().filter(entry -> entry.active > 0).count();
        }
    }

    @ManagedAttribute("The connections that carry no request")
    public int getIdleConnectionCount() {
        try (AutoLock l = lock.lock()) {
            return (int) entries.stream().filter(entry -> entry.active == 0).count();
        }
    }

    @ManagedAttribute("How many connections there may be")
    public int getMaxConnectionCount() {
        return maxConnections;
    }

    @ManagedAttribute("The connections, those that are being opened not included")
    public int getConnectionCount() {
        try (AutoLock l = lock.lock()) {
            return entries.size();
        }
    }

    @ManagedAttribute("The connections that are being opened")
    public int getPendingConnectionCount() {
        try (AutoLock l = lock.lock()) {
            return pending;
        }
    }

    @Override
    @ManagedAttribute("Whether there is no connection")
    public boolean isEmpty() {
        try (AutoLock l = lock.lock()) {
            return entries.isEmpty() && pending == 0;
        }
    }

    @Override
    protected void doStop() throws Exception {
        List<Entry> all;
        try (AutoLock l = lock.lock()) {
            closed = true;
            all = new ArrayList<>(entries);
        }
        all.forEach(entry -> entry.connection.close());
        super.doStop();
    }

    @Override
    public CompletableFuture<Void> preCreateConnections(int connectionCount) {
        List<CompletableFuture<?>> futures = new ArrayList<>();
        for (int i = getConnectionCount(); i < connectionCount; i++) {
            Promise.Completable<Connection> future = new Promise.Completable<>();
            if (!open(future, false)) {
                break;
            }
            futures.add(future);
        }
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    }

    @Override
    public @Nullable Connection acquire(boolean create) {
        List<Connection> expired = new ArrayList<>(0);
        Connection connection;
        boolean wanted;
        try (AutoLock l = lock.lock()) {
            connection = activate(expired);
            wanted = create
                    && (connection == null || maximizeConnections)
                    && (long) pending * initialMaxMultiplex < destination.getQueuedRequestCount();
        }
        // they are removed when they are closed
        expired.forEach(Connection::close);
        if (wanted) {
            open(Promise.noop(), connection == null);
        }
        return connection;
    }

    private @Nullable Connection activate(List<Connection> expired) {
        if (idle.length < entries.size()) {
            idle = new int[2 * entries.size()];
        }
        int count = 0;
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (entry.active > 0 && entry.active >= getMaxMultiplex(entry.connection)) {
                // whether it can be used again is seen when it is released
                continue;
            }
            if (entry.expired || entry.connection.isClosed() || isExpired(entry)) {
                if (entry.active == 0 && !entry.expired) {
                    expired.add(entry.connection);
                }
                // no request takes it until it is removed
                entry.expired = true;
            } else {
                idle[count++] = i;
            }
        }
        if (count == 0) {
            return null;
        }
        Entry entry = entries.get(choose(idle, count, entries.size()));
        entry.active++;
        entry.usage++;
        return entry.connection;
    }

    private boolean isExpired(Entry entry) {
        return maxDuration > 0 && System.nanoTime() - entry.created > TimeUnit.MILLISECONDS.toNanos(maxDuration)
                || maxUsage > 0 && entry.usage >= maxUsage;
    }

    /**
     * Opens a connection, unless there are as many as there may be.
     *
     * @param forRequest whether a request waits for it, which fails if it cannot be opened
     * @return whether it is being opened
     */
    private boolean open(Promise<Connection> promise, boolean forRequest) {
        try (AutoLock l = lock.lock()) {
            if (closed || entries.size() + pending >= maxConnections) {
                return false;
            }
            pending++;
        }
        destination.newConnection(new Promise<>() {
            @Override
            public void succeeded(Connection connection) {
                opened(connection, forRequest);
                promise.succeeded(connection);
            }

            @Override
            public void failed(Throwable failure) {
                try (AutoLock l = lock.lock()) {
                    pending--;
                }
                destination.connectFailed(failure, forRequest);
                promise.failed(failure);
            }
        });
        return true;
    }

    private void opened(Connection connection, boolean forRequest) {
        boolean added;
        try (AutoLock l = lock.lock()) {
            pending--;
            added = !closed && !connection.isClosed();
            if (added) {
                add(connection);
            }
        }
        if (added) {
            destination.process();
        } else {
            connection.close();
            destination.connectFailed(new ClosedChannelException(), forRequest);
        }
    }

    @Override
    public boolean accept(Connection connection) {
        try (AutoLock l = lock.lock()) {
            if (closed || entries.size() + pending >= maxConnections) {
                return false;
            }
            add(connection);
        }
        destination.process();
        return true;
    }

    private void add(Connection connection) {
        Entry entry = new Entry(connection);
        entries.add(entry);
        byConnection.put(connection, entry);
    }

    @Override
    public boolean isActive(Connection connection) {
        try (AutoLock l = lock.lock()) {
            Entry entry = byConnection.get(connection);
            return entry != null && entry.active > 0;
        }
    }

    @Override
    public boolean release(Connection connection) {
        try (AutoLock l = lock.lock()) {
            Entry entry = byConnection.get(connection);
            if (entry == null || closed) {
                return false;
            }
            if (entry.active > 0) {
                entry.active--;
            }
            // one that carries other requests is closed with the last of them
            return entry.active > 0 || !entry.expired && !connection.isClosed() && !isExpired(entry);
        }
    }

    @Override
    public boolean remove(Connection connection) {
        try (AutoLock l = lock.lock()) {
            Entry entry = byConnection.remove(connection);
            return entry != null && entries.remove(entry);
        }
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        List<Connection> connections;
        try (AutoLock l = lock.lock()) {
            connections = entries.stream().map(entry -> entry.connection).toList();
        }
        dumpObjects(out, indent, new DumpableCollection("connections", connections));
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x[%d/%d,pending=%d]",
                getClass().getSimpleName(),
                hashCode(),
                getConnectionCount(),
                maxConnections,
                getPendingConnectionCount());
    }

    private static final class Entry {
        private final Connection connection;
        private final long created = System.nanoTime();
        /** How many requests it carries. */
        private int active;

        private boolean expired;
        private int usage;

        private Entry(Connection connection) {
            this.connection = connection;
        }
    }
}
