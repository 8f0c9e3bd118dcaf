package org.eclipse.jetty.http2.client;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.internal.CostAccount;
import org.eclipse.jetty.http2.internal.FrameOutput;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/** What a connection of a client writes: requests. Guarded by lock. */
final class ClientOutput extends FrameOutput<ClientStream> {
    private static final int LARGE_FRAME = 64;

    private final ClientConnection connection;
    private final RequestEncoder encoder;
    private final CostAccount costs;

    ClientOutput(
            ClientConnection connection,
            Network network,
            RequestEncoder encoder,
            FlowControlStrategy flowControl,
            int sessionRecvWindow,
            CostAccount costs) {
        super(network, encoder, flowControl, sessionRecvWindow);
        this.connection = connection;
        this.encoder = encoder;
        this.costs = costs;
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
    protected void onContentSent(ClientStream stream, int length, boolean whole) {
        if (length >= LARGE_FRAME) {
            // a server may tell in many small steps that it consumed this
            costs.earnAnswer();
        } else if (whole) {
            costs.sentSmall();
        }
    }

    @Override
    protected void onLocalEnd(ClientStream stream) {
        costs.earnAnswer();
    }

    /** Whether nothing can be sent any longer. */
    boolean isEnded() {
        try (AutoLock l = lock()) {
            return isClosed();
        }
    }

    /**
     * Opens a stream by its head. With the lock.
     *
     * @throws RuntimeException if the head cannot be sent; nothing was opened then
     */
    void open(ClientStream stream, MetaData.Request request, boolean endStream) {
        encoder.head(request);
        open(stream);
        block(stream, endStream);
    }

    /** Sends content. */
    void send(ClientStream stream, ByteBuffer content, boolean last, Callback callback) {
        Throwable refused;
        boolean done = false;
        try (AutoLock l = lock()) {
            refused = refusal(stream);
            if (refused == null) {
                done = content(stream, content.hasRemaining() ? content : null, last, callback);
            }
        }
        end(refused, done, callback);
    }

    /** Sends trailers. */
    void send(ClientStream stream, HttpFields trailers, Callback callback) {
        Throwable refused;
        try (AutoLock l = lock()) {
            refused = refusal(stream);
            if (refused == null) {
                try {
                    encoder.trailers(trailers);
                    block(stream, true);
                } catch (RuntimeException x) {
                    refused = x;
                }
            }
        }
        end(refused, true, callback);
    }

    private void end(@Nullable Throwable refused, boolean done, Callback callback) {
        flushIfDue();
        if (refused != null) {
            callback.failed(refused);
        } else if (done) {
            callback.succeeded();
        }
    }
}
