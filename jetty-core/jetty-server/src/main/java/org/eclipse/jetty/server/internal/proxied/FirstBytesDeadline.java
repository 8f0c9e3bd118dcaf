package org.eclipse.jetty.server.internal.proxied;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.internal.InputDeadline;
import org.jspecify.annotations.Nullable;

/**
 * The time that the first bytes of a connection have to come: the idle timeout that it has at its beginning, once for all of
 * them, whether they drip or stop. No timer is set as long as bytes come at once. Confined to its connection.
 */
final class FirstBytesDeadline {
    private final AbstractConnection connection;
    private final Connector connector;
    private final long begin = System.nanoTime();
    private final long millis;
    private @Nullable InputDeadline timer;

    FirstBytesDeadline(Connector connector, AbstractConnection connection) {
        this.connector = connector;
        this.connection = connection;
        millis = connection.getEndPoint().getIdleTimeout();
    }

    /**
     * Waits for more bytes; the connection looks for them again at the deadline, too.
     *
     * @throws TimeoutException if it is over
     */
    void awaitInput() throws TimeoutException {
        if (millis <= 0) {
            connection.fillInterested();
            return;
        }
        long left = TimeUnit.MILLISECONDS.toNanos(millis) - (System.nanoTime() - begin);
        if (left <= 0) {
            throw new TimeoutException("first bytes not complete within " + millis + " ms");
        }
        if (timer == null) {
            timer = new InputDeadline(connector.getScheduler(), connector.getExecutor(), connection);
        }
        timer.awaitInput(left);
    }

    /** To be called when it does not count any more; a timer that is set meanwhile does no harm. */
    void destroy() {
        InputDeadline current = timer;
        if (current != null) {
            current.destroy();
        }
    }
}
