package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.compression.CompressionPool;
import org.eclipse.jetty.util.compression.DeflaterPool;
import org.jspecify.annotations.Nullable;

/**
 * Compresses messages (RFC 7692, section 7.2.1).
 *
 * <p>{@link Deflater} has a window of 32 KiB and no parameter for it. For a smaller one of n bytes it is given n/2 bytes at a
 * time, with the n/2 bytes before as its dictionary: no distance is larger than n then. With the whole window the deflater is
 * kept from message to message, if both the other side and the {@link CompressionBudget} allow it; else each message begins
 * again, which needs nobody's consent. Guarded by the lock of the extensions.
 */
final class MessageDeflater {
    /** What a sync flush ends with, and a message does not. */
    private static final int TAIL = 4;

    private final DeflaterPool pool;
    private final CompressionBudget budget;
    private final boolean takeover;
    private final @Nullable SlidingWindow window;
    private final int half;
    private CompressionPool<Deflater>.@Nullable Entry entry;
    private boolean kept;

    MessageDeflater(DeflaterPool pool, CompressionBudget budget, int bits, boolean takeover) {
        this.pool = pool;
        this.budget = budget;
        this.takeover = takeover;
        half = 1 << bits - 1;
        window = bits < DeflateParameters.MAX_BITS ? new SlidingWindow(half) : null;
    }

    /** Whether what was sent before helps with what is sent now. */
    boolean isKept() {
        return kept;
    }

    /** Compresses a part of a message, which is not consumed; the caller releases the result. */
    RetainableByteBuffer deflate(ByteBuffer payload, boolean fin, ByteBufferPool buffers) {
        CompressionPool<Deflater>.Entry current = entry;
        if (current == null) {
            current = pool.acquire();
            entry = current;
        }
        Deflater deflater = current.get();
        RetainableByteBuffer.Mutable out = buffers.acquire(payload.remaining() + payload.remaining() / 64 + 64, false);
        if (window == null) {
            out = deflate(deflater, payload.slice(), out, buffers);
        } else {
            out = deflateParts(window, deflater, payload.slice(), out, buffers);
        }
        if (fin) {
            ByteBuffer bytes = out.getByteBuffer();
            if (bytes.hasRemaining()) {
                bytes.limit(bytes.limit() - TAIL);
            } else {
                // there is nothing behind the last flush: an empty block (section 7.2.3.6)
                BufferUtil.append(bytes, (byte) 0);
            }
            endMessage();
        }
        return out;
    }

    private RetainableByteBuffer.Mutable deflateParts(
            SlidingWindow before,
            Deflater deflater,
            ByteBuffer payload,
            RetainableByteBuffer.Mutable first,
            ByteBufferPool buffers) {
        RetainableByteBuffer.Mutable out = first;
        do {
            ByteBuffer part = payload.slice();
            part.limit(Math.min(half, part.remaining()));
            payload.position(payload.position() + part.remaining());
            deflater.reset();
            if (before.length() > 0) {
                deflater.setDictionary(before.array(), 0, before.length());
            }
            before.add(part);
            out = deflate(deflater, part, out, buffers);
        } while (payload.hasRemaining());
        return out;
    }

    private RetainableByteBuffer.Mutable deflate(
            Deflater deflater, ByteBuffer part, RetainableByteBuffer.Mutable first, ByteBufferPool buffers) {
        RetainableByteBuffer.Mutable out = first;
        deflater.setInput(part);
        while (true) {
            ByteBuffer bytes = out.getByteBuffer();
            int start = BufferUtil.flipToFill(bytes);
            deflater.deflate(bytes, Deflater.SYNC_FLUSH);
            boolean full = !bytes.hasRemaining();
            BufferUtil.flipToFlush(bytes, start);
            if (!full) {
                return out;
            }
            RetainableByteBuffer.Mutable larger = buffers.acquire(2 * out.capacity(), false);
            larger.append(out);
            out.release();
            out = larger;
        }
    }

    private void endMessage() {
        if (window != null || !takeover) {
            if (window != null && !takeover) {
                window.clear();
            }
            release();
        } else if (!kept) {
            kept = budget.take();
            if (!kept) {
                release();
            }
        }
    }

    /** Gives the deflater back; what comes next is compressed without what came before. */
    void release() {
        if (kept) {
            kept = false;
            budget.giveBack();
        }
        if (entry != null) {
            entry.release();
            entry = null;
        }
    }
}
