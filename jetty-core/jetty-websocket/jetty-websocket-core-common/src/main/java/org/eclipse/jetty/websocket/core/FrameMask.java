package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Masks and unmasks payload, eight bytes at a time (RFC 6455, section 5.3). */
final class FrameMask {
    private FrameMask() {}

    /** The four bytes of a masking key, the first one the most significant. */
    static int toInt(byte[] mask) {
        return (mask[0] & 0xff) << 24 | (mask[1] & 0xff) << 16 | (mask[2] & 0xff) << 8 | mask[3] & 0xff;
    }

    /**
     * Changes the bytes from position to limit in place; masking and unmasking are the same.
     *
     * @param offset how many bytes of the frame's payload lie before these
     */
    static void apply(ByteBuffer payload, int mask, long offset) {
        if (mask == 0) {
            return;
        }
        int key = Integer.rotateLeft(mask, (int) (offset & 3) * 8);
        int i = payload.position();
        int end = payload.limit();
        long wide = (long) key << 32 | key & 0xFFFFFFFFL;
        ByteOrder order = payload.order();
        payload.order(ByteOrder.BIG_ENDIAN);
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            payload.putLong(i, payload.getLong(i) ^ wide);
        }
        payload.order(order);
        for (int shift = 24; i < end; i++, shift = shift - 8 & 31) {
            payload.put(i, (byte) (payload.get(i) ^ key >>> shift));
        }
    }
}
