package org.eclipse.jetty.websocket.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A frame that was received (RFC 6455, section 5.2). */
public interface Frame {
    /** The kinds of frames. */
    enum Type {
        CONTINUATION((byte) 0x00),
        TEXT((byte) 0x01),
        BINARY((byte) 0x02),
        CLOSE((byte) 0x08),
        PING((byte) 0x09),
        PONG((byte) 0x0A);

        private final byte opcode;

        Type(byte opcode) {
            this.opcode = opcode;
        }

        /** @throws IllegalArgumentException if the opcode has no meaning */
        public static Type from(byte op) {
            for (Type type : values()) {
                if (type.opcode == op) {
                    return type;
                }
            }
            throw new IllegalArgumentException("opcode " + op + " (expected: 0-2 or 8-10)");
        }

        public byte getOpCode() {
            return opcode;
        }

        public boolean isControl() {
            return opcode >= CLOSE.opcode;
        }

        public boolean isData() {
            return this == TEXT || this == BINARY;
        }

        public boolean isContinuation() {
            return this == CONTINUATION;
        }
    }

    /** What a Close says. */
    record CloseStatus(int statusCode, @Nullable String reason) {}

    byte @Nullable [] getMask();

    byte getOpCode();

    /** The payload; null or empty for none. */
    @Nullable
    ByteBuffer getPayload();

    int getPayloadLength();

    Type getType();

    boolean hasPayload();

    boolean isFin();

    boolean isMasked();

    boolean isRsv1();

    boolean isRsv2();

    boolean isRsv3();

    /** What a Close says; null for other frames. */
    default @Nullable CloseStatus getCloseStatus() {
        if (getType() != Type.CLOSE) {
            return null;
        }
        ByteBuffer whole = getPayload();
        if (whole == null || getPayloadLength() < 2) {
            return new CloseStatus(StatusCode.NO_CODE, null);
        }
        ByteBuffer payload = whole.slice();
        int code = payload.getShort() & 0xffff;
        return new CloseStatus(
                code,
                payload.hasRemaining() ? StandardCharsets.UTF_8.decode(payload).toString() : null);
    }

    /** The opcode; for a CONTINUATION that of its message. */
    byte getEffectiveOpCode();
}
