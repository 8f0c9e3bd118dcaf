package org.eclipse.jetty.deploy.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.RequestsInFlight;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the requests that are being served have ended, so that a context which no request is mapped to any more can be
 * stopped without cutting one off. Later requests are not waited for, nor are WebSocket sessions, which their context ends.
 *
 * <p>Which request is in which context is not known, so those of other contexts are waited for, too. Thread-safe.
 */
public final class RequestDrain {
    private static final long FIRST_PAUSE = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    /** The end point of the request that asks for the deployment which the thread is making. */
    private static final ThreadLocal<EndPoint> ASKING = new ThreadLocal<>();

    private RequestDrain() {}

    /** A deployment, or another task that may wait. */
    public interface Task<T, X extends Exception> {
        T run() throws X;
    }

    /**
     * Runs a task that a request asks for: the request cannot end before the task, so the task does not wait for requests of its
     * connection.
     *
     * @param asking the end point of the request; null if no request asks
     */
    public static <T, X extends Exception> T askedBy(@Nullable EndPoint asking, Task<T, X> task) throws X {
        if (asking == null) {
            return task.run();
        }
        ASKING.set(asking);
        try {
            return task.run();
        } finally {
            ASKING.remove();
        }
    }

    /**
     * Waits for the requests of all connectors that have begun by now.
     *
     * @param milliseconds the longest wait
     * @return whether all have ended
     */
    public static boolean await(Server server, long milliseconds) {
        List<BooleanSupplier> open = requestsInFlight(server);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        long pause = FIRST_PAUSE;
        while (true) {
            open.removeIf(BooleanSupplier::getAsBoolean);
            if (open.isEmpty()) {
                return true;
            }
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    private static List<BooleanSupplier> requestsInFlight(Server server) {
        List<BooleanSupplier> open = new ArrayList<>();
        EndPoint asking = ASKING.get();
        for (Connector connector : server.getConnectors()) {
            for (EndPoint endPoint : connector.getConnectedEndPoints()) {
                Connection connection = endPoint.getConnection();
                if (connection instanceof SslConnection ssl) {
                    connection = ssl.getSslEndPoint().getConnection();
                }
                if (!(connection instanceof RequestsInFlight serving)) {
                    continue;
                }
                if (connection.getEndPoint() == asking) {
                    continue;
                }
                BooleanSupplier ended = serving.requestsInFlight();
                // a connection that breaks may never end its turn
                if (ended != null) {
                    open.add(() -> ended.getAsBoolean() || !endPoint.isOpen());
                }
            }
        }
        return open;
    }
}
