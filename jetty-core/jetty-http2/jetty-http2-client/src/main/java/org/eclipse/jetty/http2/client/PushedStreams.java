package org.eclipse.jetty.http2.client;

import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.frames.PushPromiseFrame;
import org.eclipse.jetty.http2.internal.StreamTable;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The responses that a server pushes (RFC 9113, section 8.4): which of them are accepted, and how many at the same time.
 *
 * <pre>
 * stream of the client  --PUSH_PROMISE--&gt;  pushed stream: half-closed (local)  --response--&gt; closed
 *                                          not wanted  --RST_STREAM--&gt; closed
 * </pre>
 *
 * <p>Promises come to the one thread that parses; what has come is guarded by the lock of the connection.
 */
final class PushedStreams {
    private static final Logger LOG = LoggerFactory.getLogger(PushedStreams.class);

    private final ClientConnection connection;
    private final ClientOutput output;
    private final OfferedSettings settings;
    private int lastId;

    PushedStreams(ClientConnection connection, ClientOutput output, OfferedSettings settings) {
        this.connection = connection;
        this.output = output;
        this.settings = settings;
    }

    /** Returns whether the server may promise anything: not after it has acknowledged that it may not. */
    boolean isExpected() {
        try (AutoLock l = output.lock()) {
            return settings.limit(FrameType.SETTINGS_ENABLE_PUSH) == 1;
        }
    }

    /** Returns the last stream that was promised; 0 for none. With the lock. */
    int lastId() {
        return lastId;
    }

    /**
     * A request is promised, whose fields were decoded.
     *
     * @param parent the stream that it is promised on; null for one that this side has reset
     * @param tooLarge whether its fields are beyond their limit
     */
    void promised(@Nullable ClientStream parent, int promisedId, PromiseDecoder decoded, boolean tooLarge)
            throws HTTP2Exception {
        try (AutoLock l = output.lock()) {
            if ((promisedId & 1) != 0 || promisedId <= lastId) {
                throw HTTP2Exception.connection(
                        ErrorCode.PROTOCOL_ERROR,
                        "promise of stream " + promisedId + " (expected: even, above " + lastId + ")");
            }
            lastId = promisedId;
        }
        if (parent == null) {
            refuse(promisedId, ErrorCode.CANCEL_STREAM_ERROR, "the request was given up");
        } else if (tooLarge) {
            refuse(promisedId, ErrorCode.ENHANCE_YOUR_CALM_ERROR, "request fields larger than the limit");
        } else {
            accept(parent, promisedId, decoded);
        }
    }

    private void accept(ClientStream parent, int promisedId, PromiseDecoder decoded) throws HTTP2Exception {
        MetaData.Request request;
        try {
            request = decoded.request(parent.getRequest());
        } catch (RuntimeException x) {
            refuse(promisedId, ErrorCode.PROTOCOL_ERROR, x.getMessage());
            return;
        }
        ClientStream pushed = null;
        try (AutoLock l = output.lock()) {
            int max = settings.limit(FrameType.SETTINGS_MAX_CONCURRENT_STREAMS);
            if (settings.latest(FrameType.SETTINGS_ENABLE_PUSH) == 1
                    && Integer.compareUnsigned(output.streams().pushed(), max) < 0
                    && connection.mayOpen()) {
                pushed = parent.newPushed(promisedId, request, settings.limit(FrameType.SETTINGS_INITIAL_WINDOW_SIZE));
                output.open(pushed);
            }
        }
        if (pushed == null) {
            refuse(promisedId, ErrorCode.REFUSED_STREAM_ERROR, "no more pushed streams");
            return;
        }
        connection.watch(pushed.getIdleTimeout());
        PushPromiseFrame frame = new PushPromiseFrame(parent.getStreamId(), promisedId, request);
        connection.offer(parent.onPush(pushed, frame));
    }

    private void refuse(int promisedId, ErrorCode code, @Nullable String why) throws HTTP2Exception {
        LOG.debug("{}: pushed stream {} refused: {}", connection, promisedId, why);
        try (AutoLock l = output.lock()) {
            output.streams().remember(promisedId, StreamTable.Closed.RESET_HERE);
        }
        output.writeReset(promisedId, code);
    }
}
