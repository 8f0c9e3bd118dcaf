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
 * Records that come, until they are unwrapped into the buffer of whoever reads; what does not fit into that is kept here.
 * Buffers are lent while they hold something.
 *
 * <p>Guarded by the lock of the connection.
 */
final class RecordInput {
    private final SslConnection connection;
    private final SslHandshake handshake;
    private final SSLEngine engine;
    private final ByteBufferPool pool;
    private final boolean directEncrypted;
    private final boolean directDecrypted;
    private @Nullable RetainableByteBuffer encrypted;
    private @Nullable RetainableByteBuffer decrypted;
    private boolean incomplete;
    private long bytesIn;

    RecordInput(
            SslConnection connection,
            SslHandshake handshake,
            SSLEngine engine,
            ByteBufferPool pool,
            boolean directEncrypted,
            boolean directDecrypted) {
        this.connection = connection;
        this.handshake = handshake;
        this.engine = engine;
        this.pool = pool;
        this.directEncrypted = directEncrypted;
        this.directDecrypted = directDecrypted;
    }

    long getBytesIn() {
        return bytesIn;
    }

    /** Begins with bytes that somebody else has read. */
    void begin(ByteBuffer prefilled) {
        encrypted = pool.acquire(Math.max(handshake.packetSize(), prefilled.remaining()), directEncrypted);
        BufferUtil.append(encrypted.getByteBuffer(), prefilled);
    }

    /** Whether there is something that may be a whole record. */
    boolean hasRecord() {
        return hasContent(encrypted) && !incomplete;
    }

    /** Fills from the network; returns as {@link org.eclipse.jetty.io.EndPoint#fill}. */
    int fill() throws IOException {
        if (encrypted == null) {
            encrypted = pool.acquire(handshake.packetSize(), directEncrypted);
        } else if (encrypted.remaining() == encrypted.capacity()) {
            int size = handshake.packetSize();
            if (size <= encrypted.capacity()) {
                throw new SSLException("TLS record beyond " + size + " bytes");
            }
            RetainableByteBuffer larger = pool.acquire(size, directEncrypted);
            BufferUtil.append(larger.getByteBuffer(), encrypted.getByteBuffer());
            encrypted.release();
            encrypted = larger;
        }
        int filled = connection.networkFill(encrypted.getByteBuffer());
        if (filled > 0) {
            bytesIn += filled;
            incomplete = false;
        }
        return filled;
    }

    /** Whether the network gave less than there is room for, and so has no more. */
    boolean isDrained() {
        assert encrypted != null : "after fill()";
        return BufferUtil.space(encrypted.getByteBuffer()) > 0;
    }

    /** Unwraps a record. */
    SSLEngineResult unwrap(ByteBuffer to) throws SSLException {
        assert encrypted != null : "after fill()";
        int position = BufferUtil.flipToFill(to);
        try {
            SSLEngineResult result = connection.unwrap(engine, encrypted.getByteBuffer(), to);
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
                // engines look at the room for a record before they look whether all of it is there
                incomplete = true;
            }
            return result;
        } finally {
            BufferUtil.flipToFlush(to, position);
        }
    }

    /** Unwraps a record that does not fit into the reader's buffer. */
    SSLEngineResult unwrapAside() throws SSLException {
        if (decrypted == null) {
            decrypted = pool.acquire(engine.getSession().getApplicationBufferSize(), directDecrypted);
        }
        SSLEngineResult result = unwrap(decrypted.getByteBuffer());
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            throw new SSLException("TLS record with more than " + decrypted.capacity() + " bytes");
        }
        decrypted = releasedIfEmpty(decrypted);
        return result;
    }

    boolean hasDecrypted() {
        return hasContent(decrypted);
    }

    /** Takes what was unwrapped aside. */
    int takeDecrypted(ByteBuffer to) {
        assert decrypted != null : "hasDecrypted()";
        int taken = BufferUtil.append(to, decrypted.getByteBuffer());
        decrypted = releasedIfEmpty(decrypted);
        return taken;
    }

    /** Gives a buffer back that holds nothing. */
    void releaseIdle() {
        if (encrypted != null && !encrypted.hasRemaining()) {
            incomplete = false;
            encrypted = released(encrypted);
        }
    }

    /** Gives up what has come. */
    void release() {
        encrypted = released(encrypted);
        decrypted = released(decrypted);
    }

    static boolean hasContent(@Nullable RetainableByteBuffer buffer) {
        return buffer != null && buffer.hasRemaining();
    }

    static @Nullable RetainableByteBuffer released(@Nullable RetainableByteBuffer buffer) {
        if (buffer != null) {
            BufferUtil.clear(buffer.getByteBuffer());
            buffer.release();
        }
        return null;
    }

    static @Nullable RetainableByteBuffer releasedIfEmpty(@Nullable RetainableByteBuffer buffer) {
        return buffer != null && !buffer.hasRemaining() ? released(buffer) : buffer;
    }
}
