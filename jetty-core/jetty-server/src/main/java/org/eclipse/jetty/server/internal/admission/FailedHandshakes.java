package org.eclipse.jetty.server.internal.admission;

import java.util.function.LongSupplier;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.internal.log.LineLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts TLS handshakes that fail, and reports them in the log: a line for each, but no more than ten in a minute, so that who scans
 * the server cannot fill it; the next line says how many were left out.
 *
 * <p>A client that closes without having sent anything is none of them: health checks and browsers do so all the time. Thread-safe.
 */
public final class FailedHandshakes implements SslHandshakeListener {
    // the name that an operator may know
    private static final Logger LOG = LoggerFactory.getLogger(SslConnectionFactory.class);

    /** An alert is two bytes. */
    private static final String CLEAR_ALERT = "Insufficient buffer remaining for AEAD cipher fragment (2)";

    private final LineLimit limit;

    public FailedHandshakes() {
        this(System::nanoTime);
    }

    /** @param clock the time in nanoseconds */
    FailedHandshakes(LongSupplier clock) {
        limit = new LineLimit(clock);
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
        if (others == null || !LOG.isInfoEnabled()) {
            return;
        }
        String name = event.getRequestedServerName();
        LOG.info(
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
