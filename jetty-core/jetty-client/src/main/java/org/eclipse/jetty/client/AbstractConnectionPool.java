package org.eclipse.jetty.client;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.internal.HttpDestination;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.thread.AutoLock;

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
    private final HttpDestination destination;
    private final int maxConnections;
    private int pending;
    private boolean closed;
    private volatile long maxDuration;
    private volatile int maxUsage = -1;

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
     * @param idle the indexes of the connections that can carry another request, in the order in which they were opened; at
     *     least one
     * @param size how many connections there are
     * @return one of the indexes
     */
    protected abstract int choose(List<Integer> idle, int size);

    /** Returns how many requests a connection may carry at the same time, as long as it has not said so itself. */
    protected int getInitialMultiplex() {
        return 1;
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
    public Connection acquire(boolean create) {
        List<Connection> expired = new ArrayList<>(0);
        Connection connection;
        boolean wanted;
        try (AutoLock l = lock.lock()) {
            connection = activate(expired);
            wanted = connection == null
                    && create
                    && (long) pending * getInitialMultiplex() < destination.getQueuedRequestCount();
        }
        // they are removed when they are closed
        expired.forEach(Connection::close);
        if (wanted) {
            open(Promise.noop(), true);
        }
        return connection;
    }

    private Connection activate(List<Connection> expired) {
        List<Integer> idle = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (entry.expired || entry.connection.isClosed() || isExpired(entry)) {
                if (entry.active == 0 && !entry.expired) {
                    expired.add(entry.connection);
                }
                // nobody takes it until it is removed
                entry.expired = true;
            } else if (entry.active == 0 || entry.active < getMaxMultiplex(entry.connection)) {
                idle.add(i);
            }
        }
        if (idle.isEmpty()) {
            return null;
        }
        Entry entry = entries.get(choose(idle, entries.size()));
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
                entries.add(new Entry(connection));
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
            entries.add(new Entry(connection));
        }
        destination.process();
        return true;
    }

    @Override
    public boolean isActive(Connection connection) {
        try (AutoLock l = lock.lock()) {
            Entry entry = find(connection);
            return entry != null && entry.active > 0;
        }
    }

    @Override
    public boolean release(Connection connection) {
        try (AutoLock l = lock.lock()) {
            Entry entry = find(connection);
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
            return entries.removeIf(entry -> entry.connection == connection);
        }
    }

    private Entry find(Connection connection) {
        for (Entry entry : entries) {
            if (entry.connection == connection) {
                return entry;
            }
        }
        return null;
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
