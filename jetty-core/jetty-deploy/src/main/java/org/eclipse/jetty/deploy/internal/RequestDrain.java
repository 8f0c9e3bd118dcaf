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

/**
 * Waits until the requests that are being served have ended, so that a context which no request is mapped to any more can be
 * stopped without cutting one off. Later requests are not waited for, nor are WebSocket sessions, which their context ends.
 *
 * <p>Which request is in which context is not known, so those of other contexts are waited for, too. Thread-safe.
 */
public final class RequestDrain {
    private static final long FIRST_PAUSE = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private RequestDrain() {}

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
            if (open.isEmpty()) return true;
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) return false;
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    private static List<BooleanSupplier> requestsInFlight(Server server) {
        List<BooleanSupplier> open = new ArrayList<>();
        for (Connector connector : server.getConnectors())
            for (EndPoint endPoint : connector.getConnectedEndPoints()) {
                Connection connection = endPoint.getConnection();
                if (connection instanceof SslConnection ssl)
                    connection = ssl.getSslEndPoint().getConnection();
                if (!(connection instanceof RequestsInFlight serving)) continue;
                BooleanSupplier ended = serving.requestsInFlight();
                // a connection that breaks may never end its turn
                if (ended != null) open.add(() -> ended.getAsBoolean() || !endPoint.isOpen());
            }
        return open;
    }
}
