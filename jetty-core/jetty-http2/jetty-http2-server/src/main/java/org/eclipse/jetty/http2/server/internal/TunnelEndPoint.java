package org.eclipse.jetty.http2.server.internal;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http2.internal.StreamEndPoint;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The tunnel of a request (RFC 9113, section 8.5; RFC 8441). */
final class TunnelEndPoint extends StreamEndPoint implements TunnelSupport {
    private final Http2Stream stream;
    private final HTTP2ServerConnection session;
    private final @Nullable String protocol;

    TunnelEndPoint(Http2Stream stream, HTTP2ServerConnection session) {
        this.stream = stream;
        this.session = session;
        protocol = stream.getRequest().getProtocol();
    }

    @Override
    public @Nullable String getProtocol() {
        return protocol;
    }

    @Override
    public EndPoint getEndPoint() {
        return this;
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return session.getLocalSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return session.getRemoteSocketAddress();
    }

    @Override
    public @Nullable SslSessionData getSslSessionData() {
        return session.getEndPoint().getSslSessionData();
    }

    @Override
    public Object getTransport() {
        return session.getEndPoint();
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
    Runnable idleTask(TimeoutException timeout) {
        return () -> onIdleExpired(timeout);
    }

    @Override
    protected Content.@Nullable Chunk readContent() {
        return stream.read();
    }

    @Override
    protected void demandContent() {
        stream.demand();
    }

    @Override
    protected void offer(Runnable task) {
        session.offer(task);
    }

    @Override
    protected void send(boolean last, @Nullable ByteBuffer content, Callback callback) {
        stream.sendTunnelled(last, content, callback);
    }

    @Override
    protected void endStream() {
        stream.endTunnel();
    }
}
