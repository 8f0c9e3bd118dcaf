package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.internal.FlowStream;
import org.eclipse.jetty.http2.internal.FrameOutput;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The outbound half of a stream: what its response may contain, and how fast the client has to take it.
 *
 * <p>A layer of {@link Http2Stream}, rather than an object of its own, as each request would allocate it. Fields are guarded by the lock of the
 * connection unless they are volatile.
 */
abstract class OutboundStream extends FlowStream implements HttpStream {
    private final MetaData.Request request;
    private final boolean head;
    private boolean committed;
    private boolean noContent;
    private long declared = -1;
    private boolean lengthGiven;
    private boolean tunnel;
    private @Nullable Supplier<HttpFields> supplier;
    /** How fast the response is taken; null until a write has waited. */
    private @Nullable DataRate responseRate;

    /** Milliseconds; 0 or less for none. */
    long idleTimeout;

    /** When something came or left, or a write ceased to wait, as System.nanoTime(). */
    volatile long lastActivity;

    /** @param request what it is the response to */
    OutboundStream(int streamId, MetaData.Request request) {
        super(streamId);
        this.request = request;
        head = HttpMethod.HEAD.is(request.getMethod());
    }

    /** Returns what the connection writes, which has its lock. */
    abstract FrameOutput<?> getOutput();

    /** Returns the time of the connection, which is about System.nanoTime(). */
    abstract long now();

    abstract HttpConfiguration getHttpConfiguration();

    MetaData.Request getRequest() {
        return request;
    }

    @Override
    public long getIdleTimeout() {
        return idleTimeout;
    }

    /** Milliseconds until the idle timeout; Long.MAX_VALUE for never. */
    @Override
    protected long getIdleLeft(long now) {
        return idleTimeout <= 0 ? Long.MAX_VALUE : idleTimeout - TimeUnit.NANOSECONDS.toMillis(now - lastActivity);
    }

    /** A part of the response is to be sent: notes its trailers, as the last part needs them. Without the lock. */
    void beginPart(MetaData.@Nullable Response response, boolean last) {
        lastActivity = System.nanoTime();
        if (response != null) {
            supplier = response.getTrailersSupplier();
        }
        if (last && supplier != null) {
            HttpFields fields = supplier.get();
            trailers = fields == null || fields.size() == 0 ? null : fields;
        }
    }

    // ---- the head and the length of the response

    @Override
    public void prepareResponse(HttpFields.Mutable headers) {
        // fields of HTTP/1.1 are left out when they are encoded
    }

    /** The final head is to be sent. With the lock. */
    void begin(MetaData.Response response) {
        int status = response.getStatus();
        noContent = head || HttpStatus.hasNoBody(status);
        tunnel = MetaData.isTunnel(request.getMethod(), status);
        HttpField length = response.getHttpFields().getField(HttpHeader.CONTENT_LENGTH);
        declared = length == null || noContent || tunnel ? -1 : length.getLongValue();
        sent = 0;
        lengthGiven = length != null;
    }

    /** The head was sent. With the lock. */
    void commit() {
        committed = true;
    }

    @Override
    public boolean isCommitted() {
        return committed;
    }

    /** Whether the response made it a tunnel, which its last write does not end. */
    boolean isTunnel() {
        return tunnel;
    }

    /** Whether the response ends by trailers. With the lock. */
    boolean hasTrailers() {
        return trailers != null;
    }

    /** Content that may not be sent (RFC 9110, section 9.3.2) counts, and null is returned. With the lock. */
    @Nullable
    ByteBuffer withoutForbidden(@Nullable ByteBuffer content) {
        if (content == null || !noContent) {
            return content;
        }
        sent += content.remaining();
        content.position(content.limit());
        return null;
    }

    /** The content-length of a response that is sent at once and has none; -1 for none. With the lock. */
    long implicitLength(@Nullable ByteBuffer content, @Nullable ByteBuffer rest) {
        if (lengthGiven || tunnel || trailers != null) {
            return -1;
        }
        if (noContent) {
            return head && sent > 0 ? sent : -1;
        }
        return rest == null ? 0 : rest.remaining();
    }

    /** Content that is not as long as was said cannot be told from a response that was cut off. With the lock. */
    void checkLength(boolean last, int length) {
        if (declared < 0) {
            return;
        }
        long all = sent + length;
        if (all > declared || (last && all < declared)) {
            throw new HttpException.RuntimeException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                    "content of " + all + " octets (expected: " + declared + ", by Content-Length)");
        }
    }

    // ---- the time that the client has

    /**
     * A write waits for its client. The client had time to open its windows while the request waited for a thread: that counts
     * for the first write, up to half of the idle timeout. With the lock.
     */
    @Override
    protected void beginWait(Callback callback) {
        super.beginWait(callback);
        getOutput().waits(1);
        if (responseRate == null) {
            long half = TimeUnit.MILLISECONDS.toNanos(idleTimeout) / 2;
            long since = lastActivity;
            lastActivity = since - Math.max(0, Math.min(half, since - request.getBeginNanoTime()));
        }
        beginPeriod(lastActivity);
    }

    private void beginPeriod(long time) {
        DataRate rate = new DataRate();
        rate.go(time);
        rate.mark(sent);
        responseRate = rate;
    }

    /** Whether the client took too little, over the last idle timeout, of the write that waits for it. With the lock. */
    boolean isResponseTooSlow(long time) {
        long minimum = getHttpConfiguration().getMinResponseDataRate();
        DataRate rate = responseRate;
        assert rate != null; // since the write waits
        long taken = sent - rate.getMark();
        long needed = minimum <= 0 ? 1 : Math.max(1, minimum * rate.go(time) / 1000);
        if (taken < needed) {
            return true;
        }
        beginPeriod(time);
        return false;
    }

    @Override
    protected @Nullable Callback takePending() {
        Callback callback = super.takePending();
        getOutput().waits(-1);
        lastActivity = now();
        return callback;
    }
}
