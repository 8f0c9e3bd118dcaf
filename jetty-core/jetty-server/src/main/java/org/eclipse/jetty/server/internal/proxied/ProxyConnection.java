package org.eclipse.jetty.server.internal.proxied;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ProxyConnectionFactory;
import org.eclipse.jetty.server.internal.log.LineLimit;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a PROXY header, and hands over to the next protocol; closes if the header is malformed, too large, or not complete
 * within the idle timeout that the connection had at its beginning, whether it drips or stops. Confined to its connection.
 */
public final class ProxyConnection extends AbstractConnection implements Connection.UpgradeFrom, Connection.UpgradeTo {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyConnection.class);
    // the name that an operator may know
    private static final Logger LINES = LoggerFactory.getLogger(ProxyConnectionFactory.class);

    private final Connector connector;
    private final ConnectionFactory next;
    private final int maxHeader;
    private final FirstBytesDeadline deadline;
    private final LineLimit lines;
    private RetainableByteBuffer.@Nullable Mutable input;
    private boolean received;

    /** @param lines limits the lines about connections without a header */
    public ProxyConnection(
            EndPoint endPoint, Connector connector, ConnectionFactory next, int maxHeader, LineLimit lines) {
        super(endPoint, connector.getExecutor());
        this.connector = connector;
        this.next = next;
        this.maxHeader = maxHeader;
        this.lines = lines;
        deadline = new FirstBytesDeadline(connector, this);
    }

    @Override
    public void onOpen() {
        super.onOpen();
        if (input == null) {
            fillInterested();
        } else {
            try {
                getExecutor().execute(this::onFillable);
            } catch (RejectedExecutionException x) {
                fail(x);
            }
        }
    }

    @Override
    public void onUpgradeTo(@Nullable ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            BufferUtil.append(acquireInput(prefilled.remaining()).getByteBuffer(), prefilled);
            received = true;
        }
    }

    private RetainableByteBuffer.Mutable acquireInput(int least) {
        int size = Math.max(Math.max(least, getInputBufferSize()), ProxyHeader.maxSize(maxHeader));
        RetainableByteBuffer.Mutable acquired = connector.getByteBufferPool().acquire(size, false);
        input = acquired;
        return acquired;
    }

    @Override
    public void onFillable() {
        try {
            ByteBuffer buffer = (input == null ? acquireInput(0) : input).getByteBuffer();
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
                    deadline.awaitInput();
                    return;
                }
                received = true;
            }
        } catch (Throwable x) {
            fail(x);
        }
    }

    private void fail(Throwable x) {
        LOG.debug("PROXY protocol of {}", getEndPoint(), x);
        // a health check that connects and closes is no mistake
        if (received) {
            report(x);
        }
        releaseInput();
        getEndPoint().close(x);
    }

    private void report(Throwable x) {
        String others = lines.count();
        if (others != null) {
            LINES.info(
                    "Connection of {} closed: {}. Only proxies that send the PROXY protocol may connect to {}{}",
                    getEndPoint().getRemoteSocketAddress(),
                    LineLimit.oneLine(String.valueOf(x.getMessage())),
                    connector,
                    others);
        }
    }

    private void upgrade(ProxyHeader header) {
        EndPoint endPoint =
                new ProxyConnectionFactory.ProxyEndPoint(getEndPoint(), header.remote(), header.local(), header.tlvs());
        endPoint.upgrade(next.newConnection(connector, endPoint));
    }

    @Override
    public @Nullable ByteBuffer onUpgradeFrom() {
        deadline.destroy();
        ByteBuffer rest = input != null && input.hasRemaining() ? BufferUtil.copy(input.getByteBuffer()) : null;
        releaseInput();
        return rest;
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        releaseInput();
        getEndPoint().close(cause);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        deadline.destroy();
        super.onClose(cause);
    }

    private void releaseInput() {
        if (input != null) {
            input.release();
            input = null;
        }
    }
}
