package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.internal.CostAccount;
import org.eclipse.jetty.http2.internal.FrameOutput;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RuntimeIOException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/** What a connection of the server writes: responses, and promises. Guarded by lock. */
final class Http2Output extends FrameOutput<Http2Stream> {
    private static final int LARGE_FRAME = 64;

    private final HTTP2ServerConnection connection;
    private final ResponseEncoder encoder;
    private final CostAccount costs;
    private boolean inputEnded;
    private long messagesOut;

    Http2Output(
            HTTP2ServerConnection connection,
            Network network,
            ResponseEncoder encoder,
            FlowControlStrategy flowControl,
            int sessionRecvWindow,
            CostAccount costs) {
        super(network, encoder, flowControl, sessionRecvWindow);
        this.connection = connection;
        this.encoder = encoder;
        this.costs = costs;
    }

    long getMessagesOut() {
        return messagesOut;
    }

    @Override
    protected void complete(Callback callback) {
        connection.complete(callback);
    }

    @Override
    protected void onOutputEnded() {
        connection.onOutputEnded();
    }

    @Override
    protected void onWriteFailed(Throwable cause) {
        connection.onWriteFailed(cause);
    }

    @Override
    protected void onContentSent(Http2Stream stream, int length, boolean whole) {
        if (length >= LARGE_FRAME && !stream.isRefused()) {
            // a client may tell in many small steps that it consumed this
            costs.earnAnswer();
        } else if (whole) {
            // small because it was written so, not because the window is
            costs.sentSmall();
        }
    }

    @Override
    protected void onLocalEnd(Http2Stream stream) {
        messagesOut++;
        if (!stream.isRefused() && !stream.isPushed()) {
            costs.earnAnswer();
        }
    }

    /** No window will be opened any longer. With the lock. */
    void endInput() {
        inputEnded = true;
    }

    @Override
    protected void checkMayWait() {
        if (inputEnded) {
            throw new RuntimeIOException(new EofException("the client ended the connection, and opens no window"));
        }
    }

    /**
     * Sends a part of a response.
     *
     * @param response the head, with the first part; one of 1xx is all of its part
     */
    void send(
            Http2Stream stream,
            MetaData.@Nullable Response response,
            boolean last,
            @Nullable ByteBuffer content,
            Callback callback) {
        Throwable refused;
        boolean done = false;
        try (AutoLock l = lock()) {
            refused = refusal(stream);
            if (refused == null) {
                try {
                    done = begin(stream, response, last, content, callback);
                } catch (RuntimeException x) {
                    refused = x;
                }
            }
        }
        flushIfDue();
        if (refused != null) {
            callback.failed(refused);
        } else if (done) {
            callback.succeeded();
        }
    }

    /** Returns whether all of it was copied. */
    private boolean begin(
            Http2Stream stream,
            MetaData.@Nullable Response response,
            boolean last,
            @Nullable ByteBuffer content,
            Callback callback) {
        ByteBuffer rest = content != null && content.hasRemaining() ? content : null;
        if (response != null) {
            int status = response.getStatus();
            if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
                throw new HttpException.RuntimeException(
                        HttpStatus.INTERNAL_SERVER_ERROR_500,
                        "status 101 over HTTP/2, which has no upgrades (RFC 9113, section 8.6)");
            }
            if (HttpStatus.isInterim(status)) {
                head(stream, response, false, -1);
                return true;
            }
            stream.begin(response);
            rest = stream.withoutForbidden(rest);
            stream.checkLength(last, rest == null ? 0 : rest.remaining());
            if (stream.isTunnel()) {
                head(stream, response, false, -1);
                stream.commit();
                return true;
            }
            boolean end = last && rest == null && !stream.hasTrailers();
            head(stream, response, end, last ? stream.implicitLength(content, rest) : -1);
            stream.commit();
            if (end) {
                return true;
            }
        } else {
            rest = stream.withoutForbidden(rest);
            stream.checkLength(last, rest == null ? 0 : rest.remaining());
        }
        return content(stream, rest, last, callback);
    }

    private void head(Http2Stream stream, MetaData.Response response, boolean end, long contentLength) {
        encoder.head(response, contentLength, stream.isTunnel());
        block(stream, end);
    }

    /**
     * Promises a stream. With the lock.
     *
     * @param parent the stream of the client, which is neither reset nor ended
     * @throws HttpException.RuntimeException if the fields cannot be sent, before anything is sent
     */
    void promise(Http2Stream parent, int promisedId, MetaData.Request request) {
        encoder.promise(request);
        ByteBuffer out = room(encoder.promiseLength(getMaxFrameSize()));
        added(encoder.writePromise(out, parent.getStreamId(), promisedId, getMaxFrameSize()));
    }

    /** Whether streams can be promised: the connection neither failed nor ends. With the lock. */
    boolean mayPromise() {
        return !isClosed();
    }
}
