package org.eclipse.jetty.server.internal.http1;

import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.RequestsInFlight;
import org.eclipse.jetty.server.internal.InputDeadline;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/1.1 (or 1.0) connection of the server (RFC 9112), as its end point and its applications see it: what it is called,
 * what it counts, and what happens to it. Its requests are served by {@link Http1Turns}.
 *
 * <p>Bytes, timeouts between requests and a change of protocol come from one thread, that of the end point's fill interest.
 * Counters are written by the thread that has the turn and may be read by any.
 */
public final class HttpConnection extends AbstractMetaDataConnection
        implements Runnable, Invocable, Connection.UpgradeFrom, Connection.UpgradeTo, RequestsInFlight {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    private static final AtomicLong IDS = new AtomicLong();

    private final Http1Turns turns;
    private long bytesIn;
    private long bytesOut;
    private long id = -1;
    private volatile InputDeadline inputDeadline;

    /** @param codecs those of the connections of this connector */
    public HttpConnection(
            HttpConfiguration configuration, Connector connector, EndPoint endPoint, Http1CodecPool codecs) {
        super(connector, configuration, endPoint);
        this.turns = new Http1Turns(this, codecs);
    }

    // ---- what is known of it

    @Override
    public String getId() {
        if (id < 0) {
            id = IDS.incrementAndGet();
        }
        return Long.toHexString(id);
    }

    @Override
    public HttpVersion getHttpVersion() {
        return turns.getHttpVersion();
    }

    @Override
    public String getProtocol() {
        return getHttpVersion().asString();
    }

    @Override
    public boolean isPersistent() {
        return turns.isPersistent();
    }

    @Override
    public long getMessagesIn() {
        return turns.getRequests();
    }

    @Override
    public long getMessagesOut() {
        return turns.getRequests();
    }

    @Override
    public long getBytesIn() {
        return bytesIn;
    }

    @Override
    public long getBytesOut() {
        return bytesOut;
    }

    @Override
    public BooleanSupplier requestsInFlight() {
        return turns.requestsInFlight();
    }

    void addBytesIn(long length) {
        bytesIn += length;
    }

    /** Counts bytes that are written; returns the sum. */
    long addBytesOut(long length) {
        bytesOut += length;
        return bytesOut;
    }

    /** Takes violations that are allowed; null if no listener is configured. */
    ComplianceViolation.Listener getComplianceViolationListener() {
        return ComplianceViolation.Listener.toAll(getHttpConfiguration().getComplianceViolationListeners());
    }

    // ---- bytes come

    @Override
    public void onOpen() {
        super.onOpen();
        if (turns.hasCodec()) {
            // another protocol has read the first bytes
            getExecutor().execute(this);
        } else {
            fillInterested();
        }
    }

    @Override
    protected InvocationType getFillableInvocationType() {
        return getInvocationType();
    }

    @Override
    public InvocationType getInvocationType() {
        return getConnector().getServer().getInvocationType();
    }

    /** Called between requests only: content of a request is awaited by its stream. */
    @Override
    public void onFillable() {
        turns.onFillable();
    }

    @Override
    public void run() {
        turns.run();
    }

    /** Waits for bytes, but looks again when the time is over; {@link Long#MAX_VALUE} leaves it to the idle timeout. */
    void awaitInput(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            fillInterested();
        } else {
            deadline().awaitInput(nanos);
        }
    }

    /** As {@link #awaitInput(long)}, for content of a request. */
    void awaitInput(long nanos, Callback callback) {
        if (nanos == Long.MAX_VALUE) {
            fillInterested(callback);
        } else {
            deadline().awaitInput(nanos, callback);
        }
    }

    private InputDeadline deadline() {
        InputDeadline deadline = inputDeadline;
        if (deadline == null) {
            deadline = new InputDeadline(
                    getConnector().getScheduler(), getConnector().getExecutor(), this);
            inputDeadline = deadline;
        }
        return deadline;
    }

    // ---- failures and the end

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        Http1Stream current = turns.getStream();
        return current == null || current.getChannel().onIdleTimeout(timeout);
    }

    /** Called between requests only. */
    @Override
    public void onFillInterestedFailed(Throwable cause) {
        turns.onWaitFailed(cause);
    }

    @Override
    public void onClose(Throwable cause) {
        InputDeadline deadline = inputDeadline;
        if (deadline != null) {
            deadline.destroy();
        }
        Runnable task = turns.onClose(cause);
        if (task != null) {
            execute(task);
        }
        super.onClose(cause);
    }

    private void execute(Runnable task) {
        try {
            getExecutor().execute(task);
        } catch (RejectedExecutionException x) {
            LOG.debug("end not reported to the request: {}", this, x);
        }
    }

    // ---- other connections

    @Override
    public ByteBuffer onUpgradeFrom() {
        return turns.takeRest();
    }

    @Override
    public void onUpgradeTo(ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            turns.prefill(prefilled);
        }
    }

    /** Has nothing of the request: whoever keeps the connection must not learn about those that follow. */
    @Override
    public String toConnectionString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), turns);
    }
}
