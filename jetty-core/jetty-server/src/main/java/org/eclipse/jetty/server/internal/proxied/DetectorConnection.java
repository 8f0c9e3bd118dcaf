package org.eclipse.jetty.server.internal.proxied;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads bytes until they tell which factory they are for, and hands over to it. They have the idle timeout to come, whether
 * they drip or stop. Confined to its connection.
 */
public final class DetectorConnection extends AbstractConnection
        implements Connection.UpgradeFrom, Connection.UpgradeTo {
    private static final Logger LOG = LoggerFactory.getLogger(DetectorConnection.class);

    private final Connector connector;
    private final Function<ByteBuffer, ConnectionFactory> finder;
    private final FirstBytesDeadline deadline;
    private @Nullable RetainableByteBuffer input;

    /** @param finder the factory for some bytes; null while more are needed */
    public DetectorConnection(
            EndPoint endPoint, Connector connector, Function<ByteBuffer, @Nullable ConnectionFactory> finder) {
        super(endPoint, connector.getExecutor());
        this.connector = connector;
        this.finder = finder;
        deadline = new FirstBytesDeadline(connector, this);
    }

    @Override
    public void onUpgradeTo(@Nullable ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            BufferUtil.append(acquire(prefilled.remaining()).getByteBuffer(), prefilled);
        }
    }

    private RetainableByteBuffer acquire(int least) {
        RetainableByteBuffer acquired =
                connector.getByteBufferPool().acquire(Math.max(least, getInputBufferSize()), false);
        input = acquired;
        return acquired;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        if (input == null) {
            fillInterested();
        } else if (!detect(input)) {
            awaitMore();
        }
    }

    @Override
    public void onFillable() {
        try {
            while (true) {
                RetainableByteBuffer current = input == null ? acquire(0) : input;
                int filled = getEndPoint().fill(current.getByteBuffer());
                if (filled == 0) {
                    deadline.awaitInput();
                    return;
                }
                if (filled < 0) {
                    release();
                    getEndPoint().close();
                    return;
                }
                if (detect(current)) {
                    return;
                }
            }
        } catch (Throwable x) {
            fail(x);
        }
    }

    private void awaitMore() {
        try {
            deadline.awaitInput();
        } catch (TimeoutException x) {
            fail(x);
        }
    }

    /** Returns whether there is nothing left to do here. */
    private boolean detect(RetainableByteBuffer bytes) {
        try {
            ConnectionFactory factory = finder.apply(bytes.getByteBuffer());
            if (factory == null) {
                return false;
            }
            getEndPoint().upgrade(factory.newConnection(connector, getEndPoint()));
        } catch (Throwable x) {
            fail(x);
        }
        return true;
    }

    private void fail(Throwable x) {
        LOG.debug("no protocol detected: {}", this, x);
        release();
        getEndPoint().close(x);
    }

    private void release() {
        if (input != null) {
            BufferUtil.clear(input.getByteBuffer());
            input.release();
            input = null;
        }
    }

    @Override
    public @Nullable ByteBuffer onUpgradeFrom() {
        deadline.destroy();
        ByteBuffer rest = input == null || !input.hasRemaining() ? null : BufferUtil.copy(input.getByteBuffer());
        release();
        return rest;
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        release();
        getEndPoint().close(cause);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        deadline.destroy();
        super.onClose(cause);
    }
}
