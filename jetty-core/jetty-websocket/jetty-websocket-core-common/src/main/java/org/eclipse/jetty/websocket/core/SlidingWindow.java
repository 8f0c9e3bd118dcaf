package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.util.BufferUtil;

/** The last bytes of what was compressed or decompressed. It takes as much memory as there are bytes. Confined to one thread. */
final class SlidingWindow {
    private final int size;
    private byte[] bytes = BufferUtil.EMPTY_BYTES;
    private int length;

    SlidingWindow(int size) {
        this.size = size;
    }

    int length() {
        return length;
    }

    byte[] array() {
        return bytes;
    }

    /** Adds bytes, which are not consumed. */
    void add(ByteBuffer more) {
        int count = Math.min(more.remaining(), size);
        int kept = Math.min(length, size - count);
        if (bytes.length < kept + count) {
            bytes = Arrays.copyOfRange(
                    bytes, length - kept, length - kept + Math.min(size, Math.max(2 * (kept + count), 512)));
        } else if (kept < length) {
            System.arraycopy(bytes, length - kept, bytes, 0, kept);
        }
        more.get(more.limit() - count, bytes, kept, count);
        length = kept + count;
    }

    void clear() {
        bytes = BufferUtil.EMPTY_BYTES;
        length = 0;
    }
}
