package org.eclipse.jetty.websocket.core.messages;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.exception.MessageTooLargeException;

/** Gathers the bytes of a message. Confined to its sink. */
final class MessageBytes {
    private byte[] bytes = BufferUtil.EMPTY_BYTES;
    private int length;

    /**
     * Checks a size before anything of it is kept.
     *
     * @param max the bytes of the largest message; zero or less for any
     * @throws MessageTooLargeException if the message would be larger
     */
    static void check(String kind, long size, long max) {
        if (max > 0 && size > max) {
            throw new MessageTooLargeException(kind + " message too large: " + size + " > " + max + " bytes");
        }
    }

    /** The payload of a frame, which may have none. */
    static ByteBuffer payload(Frame frame) {
        ByteBuffer payload = frame.getPayload();
        return payload != null && payload.hasRemaining() ? payload : BufferUtil.EMPTY_BUFFER;
    }

    int length() {
        return length;
    }

    /** Copies and consumes what remains. */
    void append(ByteBuffer more) {
        int count = more.remaining();
        if (bytes.length - length < count) {
            int wanted = Math.addExact(length, count);
            bytes = Arrays.copyOf(bytes, Math.max(wanted, (int) Math.min(Integer.MAX_VALUE - 8L, bytes.length * 2L)));
        }
        more.get(bytes, length, count);
        length += count;
    }

    /** What was gathered, which is forgotten here. */
    ByteBuffer take() {
        ByteBuffer taken = ByteBuffer.wrap(bytes, 0, length);
        clear();
        return taken;
    }

    void clear() {
        bytes = BufferUtil.EMPTY_BYTES;
        length = 0;
    }
}
