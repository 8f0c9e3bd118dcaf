package org.eclipse.jetty.server.internal;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts TLS handshakes that fail, and tells of them in the log: a line for each, but no more than ten in a minute, so that who scans
 * the server cannot fill it; the next line says how many were left out.
 *
 * <p>A client that closes without having sent anything is none of them: health checks and browsers do so all the time. Guarded by this.
 */
public final class FailedHandshakes implements SslHandshakeListener {
    // the name that an operator may know
    private static final Logger LOG = LoggerFactory.getLogger(SslConnectionFactory.class);

    private static final int MAX_LINES = 10;
    private static final long PERIOD = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_REASON = 300;
    /** An alert is two bytes. */
    private static final String CLEAR_ALERT = "Insufficient buffer remaining for AEAD cipher fragment (2)";

    private final LongSupplier clock;
    private long count;
    private long omitted;
    private long periodBegin;
    private int lines;

    public FailedHandshakes() {
        this(System::nanoTime);
    }

    /** @param clock the time in nanoseconds */
    FailedHandshakes(LongSupplier clock) {
        this.clock = clock;
    }

    /** How many handshakes have failed. */
    public synchronized long getCount() {
        return count;
    }

    /** Begins to count anew. */
    public synchronized void reset() {
        count = 0;
        omitted = 0;
        lines = 0;
    }

    @Override
    public void handshakeFailed(Event event, Throwable failure) {
        if (event.getBytesIn() == 0) return;
        String others = count();
        if (others == null || !LOG.isInfoEnabled()) return;
        String name = event.getRequestedServerName();
        LOG.info(
                "TLS handshake of {}{} failed: {}{}",
                event.getEndPoint().getRemoteSocketAddress(),
                name == null ? "" : " for " + name,
                reason(failure),
                others);
    }

    /** Takes note of one more; returns the end of its line, or null if it is to have none. */
    synchronized String count() {
        count++;
        long now = clock.getAsLong();
        if (lines == 0 || now - periodBegin >= PERIOD) {
            periodBegin = now;
            lines = 0;
        }
        if (lines == MAX_LINES) {
            omitted++;
            return null;
        }
        lines++;
        if (omitted == 0) return "";
        String others = " (" + omitted + " more since the last line, " + count + " since the start)";
        omitted = 0;
        return others;
    }

    /** One line of what may hold what a client made up. */
    static String reason(Throwable failure) {
        String message = failure.getMessage();
        if (message == null || message.isBlank()) return failure.getClass().getSimpleName();
        // what the JDK says of an alert (RFC 8446, section 6) in clear text where it waits for an encrypted one
        if (message.startsWith(CLEAR_ALERT))
            return "the client ended it by an alert in clear text; most likely it does not trust the certificate";
        StringBuilder text = new StringBuilder();
        message.codePoints()
                .limit(MAX_REASON)
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .forEach(text::appendCodePoint);
        return text.toString();
    }

    @Override
    public String toString() {
        return "TLS handshakes failed: " + getCount();
    }
}
