package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.compression.CompressionPool;
import org.eclipse.jetty.util.compression.InflaterPool;
import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses messages (RFC 7692, section 7.2.2), no more at a time than there is room for.
 *
 * <p>The inflater is held during a message only. What the next one may refer to is kept as bytes on the heap, up to the size of
 * the window, and given to the next inflater as its dictionary. Confined to its connection.
 */
final class MessageInflater {
    private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff};

    private final InflaterPool pool;
    private final boolean takeover;
    private final SlidingWindow window;
    private CompressionPool<Inflater>.@Nullable Entry entry;
    /** What the inflater reads from; its position is behind what was used. */
    private ByteBuffer input = BufferUtil.EMPTY_BUFFER;

    private boolean tail;

    MessageInflater(InflaterPool pool, int bits, boolean takeover) {
        this.pool = pool;
        this.takeover = takeover;
        window = new SlidingWindow(1 << bits);
    }

    /** Takes the payload of a frame, which is read later. */
    void input(@Nullable ByteBuffer payload, boolean fin) {
        CompressionPool<Inflater>.Entry current = entry;
        if (current == null) {
            current = pool.acquire();
            entry = current;
            if (window.length() > 0) {
                current.get().setDictionary(window.array(), 0, window.length());
            }
        }
        setInput(current.get(), payload == null ? BufferUtil.EMPTY_BUFFER.slice() : payload.slice());
        tail = fin;
    }

    private void setInput(Inflater inflater, ByteBuffer bytes) {
        input = bytes;
        inflater.setInput(bytes);
    }

    /**
     * Decompresses what fits into a buffer in filling mode.
     *
     * @return whether the input is used up; else there is more to come
     */
    boolean inflate(ByteBuffer to) {
        Inflater inflater = Wiring.set(entry, "input").get();
        try {
            while (to.hasRemaining()) {
                int start = to.position();
                int count = inflater.inflate(to);
                if (count > 0) {
                    window.add(to.slice(start, count));
                    continue;
                }
                if (inflater.finished()) {
                    // a final block in the middle (section 7.2.3.4): what follows is another stream with the same
                    // window
                    restart(inflater);
                } else if (inflater.needsInput()) {
                    if (!tail) {
                        return true;
                    }
                    tail = false;
                    setInput(inflater, ByteBuffer.wrap(TAIL));
                } else {
                    throw new DataFormatException("no progress");
                }
            }
            return false;
        } catch (DataFormatException x) {
            throw new BadPayloadException("Invalid compressed data", x);
        }
    }

    private void restart(Inflater inflater) {
        inflater.reset();
        if (window.length() > 0) {
            inflater.setDictionary(window.array(), 0, window.length());
        }
        setInput(inflater, input);
    }

    /** The end of a message. */
    void endMessage() {
        if (!takeover) {
            window.clear();
        }
        release();
    }

    void release() {
        if (entry != null) {
            entry.release();
            entry = null;
        }
    }
}
