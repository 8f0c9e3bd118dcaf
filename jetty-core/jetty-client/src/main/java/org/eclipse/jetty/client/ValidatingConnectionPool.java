package org.eclipse.jetty.client;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Lets a connection rest after a request, and uses it again only if the server has not closed it meanwhile.
 *
 * <p>Some servers close connections after their responses without saying so beforehand (RFC 9112, section 9.6). A request that is sent
 * just then fails, and may be sent again only if it is idempotent. The rest costs connections: while they rest, requests need others.
 */
@ManagedObject("The connections of a destination, which rest after each request")
public class ValidatingConnectionPool extends DuplexConnectionPool {
    private final AutoLock lock = new AutoLock();
    private final Map<Connection, Scheduler.Task> resting = new HashMap<>();
    private final HttpDestination destination;
    private final Scheduler scheduler;
    private final long timeout;

    /** @param timeout the milliseconds for which a connection rests */
    public ValidatingConnectionPool(Destination destination, int maxConnections, Scheduler scheduler, long timeout) {
        super(destination, maxConnections);
        if (timeout < 1) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: 1 or more)");
        }
        this.destination = (HttpDestination) destination;
        this.scheduler = scheduler;
        this.timeout = timeout;
    }

    @ManagedAttribute("The connections that rest")
    public int getValidatingConnectionCount() {
        try (AutoLock l = lock.lock()) {
            return resting.size();
        }
    }

    @Override
    public boolean release(Connection connection) {
        if (connection.isClosed()) {
            return super.release(connection);
        }
        try (AutoLock l = lock.lock()) {
            resting.put(connection, scheduler.schedule(() -> rested(connection), timeout, TimeUnit.MILLISECONDS));
        }
        return true;
    }

    /** For the pool it was active until now. */
    private void rested(Connection connection) {
        try (AutoLock l = lock.lock()) {
            if (resting.remove(connection) == null) {
                return;
            }
        }
        if (super.release(connection)) {
            destination.process();
        } else {
            connection.close();
        }
    }

    @Override
    public boolean remove(Connection connection) {
        Scheduler.Task task;
        try (AutoLock l = lock.lock()) {
            task = resting.remove(connection);
        }
        if (task != null) {
            task.cancel();
        }
        return super.remove(connection);
    }

    @Override
    protected void doStop() throws Exception {
        try (AutoLock l = lock.lock()) {
            resting.values().forEach(Scheduler.Task::cancel);
            resting.clear();
        }
        super.doStop();
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Map<Connection, Scheduler.Task> all;
        try (AutoLock l = lock.lock()) {
            all = new HashMap<>(resting);
        }
        super.dump(out, indent);
        dumpObjects(out, indent, new DumpableCollection("resting", all.keySet()));
    }

    @Override
    public String toString() {
        return super.toString() + "[resting=" + getValidatingConnectionCount() + "]";
    }
}
