package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Writes the heads of frames, and payload masked by clients (RFC 6455, sections 5.2 and 5.3). Thread-safe. */
final class FrameGenerator {
    /** Masking keys must not be predictable (section 10.3). */
    private static final Random KEYS = new SecureRandom();

    private static final int MASKED = 0x80;

    private final @Nullable Random keys;

    /** @param random the source of masking keys; null for a secure one */
    FrameGenerator(Behavior behavior, @Nullable Random random) {
        keys = behavior == Behavior.SERVER ? null : random == null ? KEYS : random;
    }

    boolean isMasking() {
        return keys != null;
    }

    /** A masking key; 0 for a server. */
    int newKey() {
        return keys == null ? 0 : keys.nextInt();
    }

    /** The bytes in front of a payload. */
    int getHeadLength(int payload) {
        return 2
                + (payload > 0xffff ? Long.BYTES : payload > 125 ? Short.BYTES : 0)
                + (keys == null ? 0 : Integer.BYTES);
    }

    /** Writes a head at the position of a buffer in filling mode. */
    void putHead(Frame frame, int key, ByteBuffer to) {
        int length = frame.getPayloadLength();
        int bit = keys == null ? 0 : MASKED;
        to.put(frame.finRsvOp);
        if (length > 0xffff) {
            to.put((byte) (bit | 127)).putLong(length);
        } else if (length > 125) {
            to.put((byte) (bit | 126)).putShort((short) length);
        } else {
            to.put((byte) (bit | length));
        }
        if (keys != null) {
            to.putInt(key);
        }
    }

    /** Writes the payload, masked by a client, at the position of a buffer in filling mode; the frame is not changed. */
    void putPayload(Frame frame, int key, ByteBuffer to) {
        ByteBuffer payload = frame.getPayload();
        if (payload == null) {
            return;
        }
        int length = payload.remaining();
        int start = to.position();
        to.put(start, payload, payload.position(), length);
        to.position(start + length);
        if (keys != null) {
            FrameMask.apply(to.slice(start, length), key, 0);
        }
    }
}
