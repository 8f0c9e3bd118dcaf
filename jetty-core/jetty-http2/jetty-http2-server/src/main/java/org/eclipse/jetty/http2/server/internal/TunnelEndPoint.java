package org.eclipse.jetty.http2.server.internal;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * A stream that became a tunnel (RFC 9113 section 8.5, RFC 8441), as the endpoint of the connection that it carries.
 *
 * <pre>
 * write  NONE --flush--&gt; SENDING --sent--&gt; NONE                       in the thread that flushes
 *                        SENDING --incomplete--&gt; WAITING --sent--&gt; NONE: the write goes on
 * </pre>
 *
 * <p>Thread-safe as other endpoints: one fills while another one flushes.
 */
final class TunnelEndPoint extends AbstractEndPoint implements TunnelSupport {
    private static final int NONE = 0;
    private static final int SENDING = 1;
    private static final int SENT = 2;
    private static final int WAITING = 3;

    private final AtomicInteger write = new AtomicInteger();
    private final Http2Stream stream;
    private final HTTP2ServerConnection session;
    private final String protocol;
    private Content.Chunk chunk;
    private volatile Throwable failure;

    TunnelEndPoint(Http2Stream stream, HTTP2ServerConnection session) {
        // the stream watches the time
        super(null);
        this.stream = stream;
        this.session = session;
        protocol = stream.getRequest().getProtocol();
    }

    @Override
    public String getProtocol() {
        return protocol;
    }

    @Override
    public EndPoint getEndPoint() {
        return this;
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return session.getLocalSocketAddress();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return session.getRemoteSocketAddress();
    }

    @Override
    public SslSessionData getSslSessionData() {
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

    @Override
    public int fill(ByteBuffer buffer) throws EofException {
        int total = 0;
        while (BufferUtil.space(buffer) > 0) {
            if (chunk == null) {
                chunk = stream.read();
            }
            if (chunk == null) {
                return total;
            }
            if (Content.Chunk.isFailure(chunk)) {
                throw new EofException(chunk.getFailure());
            }
            total += BufferUtil.append(buffer, chunk.getByteBuffer());
            if (!chunk.hasRemaining()) {
                if (chunk.isLast() && total == 0) {
                    shutdownInput();
                    return -1;
                }
                chunk = Content.Chunk.releaseAndNext(chunk);
                if (chunk != null && total > 0) {
                    return total;
                }
            }
        }
        return total;
    }

    @Override
    protected void needsFillInterest() {
        if (chunk != null) {
            session.offer(fillableTask());
        } else {
            stream.demand();
        }
    }

    /** Tells who waits for bytes. */
    Runnable fillableTask() {
        return new Invocable.Task() {
            @Override
            public void run() {
                getFillInterest().fillable();
            }

            @Override
            public InvocationType getInvocationType() {
                return getFillInterest().getCallbackInvocationType();
            }
        };
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws EofException {
        for (ByteBuffer buffer : buffers) {
            if (failure != null) {
                throw new EofException(failure);
            }
            if (!buffer.hasRemaining()) {
                continue;
            }
            if (!write.compareAndSet(NONE, SENDING)) {
                return false;
            }
            stream.sendTunnelled(false, buffer, new Sent());
            if (!write.compareAndSet(SENT, NONE)) {
                return false;
            }
            if (failure != null) {
                throw new EofException(failure);
            }
        }
        return true;
    }

    @Override
    protected void onIncompleteFlush() {
        if (!write.compareAndSet(SENDING, WAITING)) {
            write.set(NONE);
            completeWrite();
        }
    }

    @Override
    protected void doShutdownOutput() {
        stream.sendTunnelled(true, null, Callback.NOOP);
    }

    @Override
    protected void doClose() {
        stream.endTunnel();
    }

    /** One buffer of a flush. */
    private final class Sent implements Callback {
        @Override
        public void succeeded() {
            if (!write.compareAndSet(SENDING, SENT)) {
                write.set(NONE);
                completeWrite();
            }
        }

        @Override
        public void failed(Throwable x) {
            failure = x;
            succeeded();
        }

        @Override
        public InvocationType getInvocationType() {
            return writeInvocationType();
        }
    }
}
