package org.eclipse.jetty.server.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.CyclicTimeout;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes a connection that waits for bytes which do not come in time.
 *
 * <p>It is told as if there were bytes, finds none, and looks at its deadline by itself: what happens then is the same whether
 * bytes drip or stop. To be woken in vain does no harm, so that nobody has to end a deadline that no longer counts. It is made
 * for the first message that does not come at once, and costs others nothing. Thread-safe.
 */
public final class InputDeadline extends CyclicTimeout {
    private static final Logger LOG = LoggerFactory.getLogger(InputDeadline.class);

    private final Executor executor;
    private final AbstractConnection connection;

    /** @param executor runs what the connection does when it is woken */
    public InputDeadline(Scheduler scheduler, Executor executor, AbstractConnection connection) {
        super(scheduler);
        this.executor = executor;
        this.connection = connection;
    }

    /** As {@link #awaitInput(long, Callback)}, for the connection itself. */
    public void awaitInput(long nanos) {
        connection.fillInterested();
        schedule(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Waits for bytes, but has the connection look again after some nanoseconds; it must not touch its state afterwards.
     *
     * @param callback what waits for bytes
     */
    public void awaitInput(long nanos, Callback callback) {
        connection.fillInterested(callback);
        // not before, or it might find nobody waiting; from here on another thread may serve the connection
        schedule(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void onTimeoutExpired() {
        try {
            // what follows may run the application
            executor.execute(this::wake);
        } catch (RejectedExecutionException x) {
            LOG.debug("left to the idle timeout: {}", connection, x);
        }
    }

    private void wake() {
        EndPoint endPoint = connection.getEndPoint();
        // after an upgrade it is not this connection that waits
        if (endPoint.getConnection() != connection) {
            return;
        }
        while (!(endPoint instanceof AbstractEndPoint) && endPoint instanceof EndPoint.Wrapper wrapper) {
            endPoint = wrapper.unwrap();
        }
        if (endPoint instanceof AbstractEndPoint waiting) {
            waiting.getFillInterest().fillable();
        }
    }
}
