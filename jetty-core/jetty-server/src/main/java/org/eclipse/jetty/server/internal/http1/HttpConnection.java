package org.eclipse.jetty.server.internal.http1;

import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.RequestsInFlight;
import org.eclipse.jetty.server.internal.HttpChannelState;
import org.eclipse.jetty.server.internal.InputDeadline;
import org.eclipse.jetty.server.internal.RequestEvents;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
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
        implements Http1Link, Runnable, Invocable, Connection.UpgradeFrom, Connection.UpgradeTo, RequestsInFlight {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    private static final AtomicLong IDS = new AtomicLong();

    private final Http1Turns turns;
    private long bytesIn;
    private long bytesOut;
    private long id = -1;
    private volatile @Nullable InputDeadline inputDeadline;

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
    public boolean isSecure() {
        return super.isSecure();
    }

    @Override
    public @Nullable HostPort getServerAuthority() {
        return super.getServerAuthority();
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
    public @Nullable BooleanSupplier requestsInFlight() {
        return turns.requestsInFlight();
    }

    @Override
    public void addBytesIn(long length) {
        bytesIn += length;
    }

    @Override
    public long addBytesOut(long length) {
        bytesOut += length;
        return bytesOut;
    }

    @Override
    public ComplianceViolation.@Nullable Listener getComplianceViolationListener() {
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

    @Override
    public void awaitInput(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            fillInterested();
        } else {
            deadline().awaitInput(nanos);
        }
    }

    @Override
    public void awaitInput(long nanos, Callback callback) {
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

    // ---- the server beyond

    @Override
    public boolean isShutdown() {
        return getConnector().isShutdown();
    }

    @Override
    public RequestEvents newRequest() {
        return new HttpChannelState(this);
    }

    @Override
    public boolean isUpgradable(String protocol) {
        return getConnector().getConnectionFactory(protocol) instanceof ConnectionFactory.Upgrading;
    }

    @Override
    public @Nullable Connection upgrade(String protocol, MetaData.Request request, HttpFields.Mutable responseFields) {
        return getConnector().getConnectionFactory(protocol) instanceof ConnectionFactory.Upgrading factory
                ? factory.upgradeConnection(getConnector(), getEndPoint(), request, responseFields)
                : null;
    }

    // ---- failures and the end

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        Http1Stream current = turns.getStream();
        return current == null || current.getEvents().onIdleTimeout(timeout);
    }

    /** Called between requests only. */
    @Override
    public void onFillInterestedFailed(Throwable cause) {
        turns.onWaitFailed(cause);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
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
    public @Nullable ByteBuffer onUpgradeFrom() {
        return turns.takeRest();
    }

    @Override
    public void onUpgradeTo(@Nullable ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            turns.prefill(prefilled);
        }
    }

    // ---- settings, which may change while connections are open

    @Override
    public int getRequestHeaderSize() {
        return getHttpConfiguration().getRequestHeaderSize();
    }

    @Override
    public int getHeaderCacheSize() {
        return getHttpConfiguration().getHeaderCacheSize();
    }

    @Override
    public HttpCompliance getHttpCompliance() {
        return getHttpConfiguration().getHttpCompliance();
    }

    @Override
    public UriCompliance getUriCompliance() {
        return getHttpConfiguration().getUriCompliance();
    }

    @Override
    public boolean isUseInputDirectByteBuffers() {
        return getHttpConfiguration().isUseInputDirectByteBuffers();
    }

    @Override
    public int getMinInputBufferSpace() {
        return getHttpConfiguration().getMinInputBufferSpace();
    }

    @Override
    public long getRequestHeadTimeout() {
        return getHttpConfiguration().getRequestHeadTimeout();
    }

    @Override
    public long getMinRequestDataRate() {
        return getHttpConfiguration().getMinRequestDataRate();
    }

    @Override
    public long getRequestDataRateGrace() {
        return getHttpConfiguration().getRequestDataRateGrace();
    }

    @Override
    public int getMaxUnconsumedRequestContentReads() {
        return getHttpConfiguration().getMaxUnconsumedRequestContentReads();
    }

    @Override
    public int getResponseHeaderSize() {
        return getHttpConfiguration().getResponseHeaderSize();
    }

    @Override
    public int getMaxResponseHeaderSize() {
        return getHttpConfiguration().getMaxResponseHeaderSize();
    }

    @Override
    public boolean isUseOutputDirectByteBuffers() {
        return getHttpConfiguration().isUseOutputDirectByteBuffers();
    }

    @Override
    public long getMinResponseDataRate() {
        return getHttpConfiguration().getMinResponseDataRate();
    }

    @Override
    public boolean isPersistentConnectionsEnabled() {
        return getHttpConfiguration().isPersistentConnectionsEnabled();
    }

    @Override
    public int getMaxRequestsPerConnection() {
        return getHttpConfiguration().getMaxRequestsPerConnection();
    }

    @Override
    public boolean isCustomized() {
        return !getHttpConfiguration().getCustomizers().isEmpty();
    }

    /** Has nothing of the request: whoever keeps the connection must not learn about those that follow. */
    @Override
    public String toConnectionString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), turns);
    }
}
