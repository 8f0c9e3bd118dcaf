package org.eclipse.jetty.http2.client.transport.internal;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.internal.StartedConnector;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.internal.StreamEndPoint;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The tunnel that a server has opened for a request (RFC 8441). The stream counts as a request until it is closed. */
final class StreamTunnel extends StreamEndPoint {
    private final ExchangeStream carrier;
    private final HttpConnectionOverHTTP2 connection;
    private final Stream stream;

    StreamTunnel(ExchangeStream carrier, Stream stream) {
        this.carrier = carrier;
        this.connection = carrier.getConnection();
        this.stream = stream;
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return connection.getLocalSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return connection.getRemoteSocketAddress();
    }

    @Override
    public @Nullable SslSessionData getSslSessionData() {
        return connection.getSslSessionData();
    }

    @Override
    public Object getTransport() {
        return connection.getEndPoint();
    }

    @Override
    public long getIdleTimeout() {
        return stream == null ? 0 : stream.getIdleTimeout();
    }

    @Override
    public void setIdleTimeout(long idleTimeout) {
        stream.setIdleTimeout(idleTimeout);
    }

    /** Tells the connection in the tunnel that nothing happened for the idle timeout. */
    void onIdleTimeout(TimeoutException timeout) {
        onIdleExpired(timeout);
    }

    @Override
    protected Content.@Nullable Chunk readContent() {
        while (true) {
            Stream.Data data = stream.readData();
            if (data == null) {
                return null;
            }
            boolean last = data.frame().isEndStream();
            if (data.frame().remaining() > 0) {
                return Content.Chunk.asChunk(data.frame().getByteBuffer(), last, data);
            }
            data.release();
            if (last) {
                return Content.Chunk.EOF;
            }
        }
    }

    @Override
    protected void demandContent() {
        stream.demand();
    }

    @Override
    protected void offer(Runnable task) {
        try {
            StartedConnector.executor(connection.getHttpClient().getClientConnector())
                    .execute(task);
        } catch (RejectedExecutionException x) {
            close(x);
        }
    }

    @Override
    protected void send(boolean last, @Nullable ByteBuffer content, Callback callback) {
        ByteBuffer bytes = content == null ? BufferUtil.EMPTY_BUFFER : content.slice();
        Callback sent = Callback.from(
                callback.getInvocationType(),
                () -> {
                    if (content != null) {
                        content.position(content.limit());
                    }
                    callback.succeeded();
                },
                callback::failed);
        stream.data(new DataFrame(stream.getId(), bytes, last), sent);
    }

    @Override
    protected void endStream() {
        if (!stream.isClosed()) {
            stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        }
        carrier.release();
    }
}
