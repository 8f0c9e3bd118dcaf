package org.eclipse.jetty.io.ssl;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Records that were wrapped, until the network has taken them. The buffer is lent while it holds something.
 *
 * <p>Guarded by the lock of the connection; while the network writes the buffer, it belongs to that write.
 */
final class RecordOutput {
    /** What the first records of a flight of the handshake may take, so that another one is put behind them. */
    private static final int FLIGHT_ROOM = 4096;

    private final SslConnection connection;
    private final SslHandshake handshake;
    private final SSLEngine engine;
    private final ByteBufferPool pool;
    private final boolean direct;
    private @Nullable RetainableByteBuffer encrypted;
    private long bytesOut;

    RecordOutput(
            SslConnection connection, SslHandshake handshake, SSLEngine engine, ByteBufferPool pool, boolean direct) {
        this.connection = connection;
        this.handshake = handshake;
        this.engine = engine;
        this.pool = pool;
        this.direct = direct;
    }

    long getBytesOut() {
        return bytesOut;
    }

    boolean hasContent() {
        return RecordInput.hasContent(encrypted);
    }

    /** What the network is to write. */
    ByteBuffer toWrite() {
        assert encrypted != null : "after wrap()";
        return encrypted.getByteBuffer();
    }

    /** Wraps a record behind those that are there. */
    SSLEngineResult wrap(ByteBuffer[] from) throws SSLException {
        if (encrypted == null) {
            // engines want room for the largest record before each, however small it is
            int size = handshake.packetSize();
            encrypted = pool.acquire(handshake.isInitial() ? size + FLIGHT_ROOM : size, direct);
        }
        ByteBuffer to = encrypted.getByteBuffer();
        int position = BufferUtil.flipToFill(to);
        try {
            return connection.wrap(engine, from, to);
        } finally {
            BufferUtil.flipToFlush(to, position);
        }
    }

    /** Writes what has gathered, or gives up a buffer that is too small; returns false if the network does not take all. */
    boolean makeRoom() throws IOException {
        if (hasContent()) {
            return flush();
        }
        assert encrypted != null : "after wrap()";
        int size = handshake.packetSize();
        if (size <= encrypted.capacity()) {
            throw new SSLException("TLS record does not fit into " + size + " bytes");
        }
        release();
        return true;
    }

    /** Returns whether the network has taken all. */
    boolean flush() throws IOException {
        assert encrypted != null : "after wrap()";
        int before = encrypted.remaining();
        try {
            return before == 0 || connection.networkFlush(encrypted.getByteBuffer());
        } finally {
            bytesOut += before - encrypted.remaining();
        }
    }

    void releaseIdle() {
        encrypted = RecordInput.releasedIfEmpty(encrypted);
    }

    /** Gives up what was not written. */
    void release() {
        encrypted = RecordInput.released(encrypted);
    }
}
