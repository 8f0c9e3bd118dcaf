package org.eclipse.jetty.server.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ProxyConnectionFactory;
import org.eclipse.jetty.util.BufferUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a PROXY header, and hands over to the next protocol; closes if the header is malformed, too large, or not there
 * within the idle timeout. Confined to its connection.
 */
public final class ProxyConnection extends AbstractConnection implements Connection.UpgradeFrom, Connection.UpgradeTo {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyConnection.class);

    private final Connector connector;
    private final ConnectionFactory next;
    private final int maxHeader;
    private final long begin = System.nanoTime();
    private RetainableByteBuffer.Mutable input;

    public ProxyConnection(EndPoint endPoint, Connector connector, ConnectionFactory next, int maxHeader) {
        super(endPoint, connector.getExecutor());
        this.connector = connector;
        this.next = next;
        this.maxHeader = maxHeader;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        if (input == null) {
            fillInterested();
        } else {
            getExecutor().execute(this::onFillable);
        }
    }

    @Override
    public void onUpgradeTo(ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            acquireInput(prefilled.remaining());
            BufferUtil.append(input.getByteBuffer(), prefilled);
        }
    }

    private void acquireInput(int least) {
        int size = Math.max(least, Math.max(getInputBufferSize(), ProxyHeader.V2_PREFIX + maxHeader));
        input = connector.getByteBufferPool().acquire(size, false);
    }

    @Override
    public void onFillable() {
        try {
            if (input == null) {
                acquireInput(0);
            }
            ByteBuffer buffer = input.getByteBuffer();
            while (true) {
                ProxyHeader header = buffer.hasRemaining() ? ProxyHeader.parse(buffer, maxHeader) : null;
                if (header != null) {
                    upgrade(header);
                    return;
                }
                int filled = getEndPoint().fill(buffer);
                if (filled < 0) {
                    throw new IOException("closed before the end of the PROXY header");
                }
                if (filled == 0) {
                    awaitMore();
                    return;
                }
            }
        } catch (Throwable x) {
            LOG.debug("PROXY protocol of {}", getEndPoint(), x);
            releaseInput();
            getEndPoint().close(x);
        }
    }

    /** Bytes that drip in do not put off the end for ever. */
    private void awaitMore() throws IOException {
        long timeout = getEndPoint().getIdleTimeout();
        if (timeout > 0 && System.nanoTime() - begin > TimeUnit.MILLISECONDS.toNanos(timeout)) {
            throw new IOException("no PROXY header within " + timeout + " ms");
        }
        fillInterested();
    }

    private void upgrade(ProxyHeader header) {
        EndPoint endPoint =
                new ProxyConnectionFactory.ProxyEndPoint(getEndPoint(), header.remote(), header.local(), header.tlvs());
        endPoint.upgrade(next.newConnection(connector, endPoint));
    }

    @Override
    public ByteBuffer onUpgradeFrom() {
        ByteBuffer rest = input.hasRemaining() ? BufferUtil.copy(input.getByteBuffer()) : null;
        releaseInput();
        return rest;
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        releaseInput();
        getEndPoint().close(cause);
    }

    private void releaseInput() {
        if (input != null) {
            input.release();
            input = null;
        }
    }
}
