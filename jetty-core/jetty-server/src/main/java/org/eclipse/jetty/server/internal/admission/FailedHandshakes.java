package org.eclipse.jetty.server.internal.admission;

import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.internal.log.LineLimit;
import org.slf4j.Logger;

/**
 * Counts TLS handshakes that fail, and reports them in the log: a line for each, but no more than ten in a minute, so that who scans
 * the server cannot fill it; the next line says how many were left out.
 *
 * <p>A client that closes without having sent anything is none of them: health checks and browsers do so all the time. Thread-safe.
 */
public final class FailedHandshakes implements SslHandshakeListener {
    /** An alert is two bytes. */
    private static final String CLEAR_ALERT = "Insufficient buffer remaining for AEAD cipher fragment (2)";

    private final Logger logger;
    private final LineLimit limit;

    /** @param logger takes the lines */
    public FailedHandshakes(Logger logger) {
        this.logger = logger;
        limit = new LineLimit(System::nanoTime);
    }

    /** How many handshakes have failed. */
    public long getCount() {
        return limit.getCount();
    }

    /** Sets the counter to 0. */
    public void reset() {
        limit.reset();
    }

    @Override
    public void handshakeFailed(Event event, Throwable failure) {
        if (event.getBytesIn() == 0) {
            return;
        }
        String others = limit.count();
        if (others == null || !logger.isInfoEnabled()) {
            return;
        }
        String name = event.getRequestedServerName();
        logger.info(
                "TLS handshake of {}{} failed: {}{}",
                event.getEndPoint().getRemoteSocketAddress(),
                name == null ? "" : " for " + name,
                reason(failure),
                others);
    }

    /** One line of what may hold what a client made up. */
    static String reason(Throwable failure) {
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        // what the JDK says of an alert (RFC 8446, section 6) in clear text where it waits for an encrypted one
        if (message.startsWith(CLEAR_ALERT)) {
            return "the client ended it by an alert in clear text; most likely it does not trust the certificate";
        }
        return LineLimit.oneLine(message);
    }

    @Override
    public String toString() {
        return "TLS handshakes failed: " + getCount();
    }
}
