package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.eclipse.jetty.websocket.core.exception.ProtocolException;
import org.eclipse.jetty.websocket.core.util.Utf8Validator;
import org.jspecify.annotations.Nullable;

/** Why a session ends: a code, a reason, and the failure behind it (RFC 6455, section 7.4). Immutable. */
public class CloseStatus {
    public static final int NORMAL = 1000;
    public static final int SHUTDOWN = 1001;
    public static final int PROTOCOL = 1002;
    public static final int BAD_DATA = 1003;
    public static final int RESERVED = 1004;
    /** A Close had no code; never sent. */
    public static final int NO_CODE = 1005;
    /** There was no Close; never sent. */
    public static final int NO_CLOSE = 1006;

    public static final int BAD_PAYLOAD = 1007;
    public static final int POLICY_VIOLATION = 1008;
    public static final int MESSAGE_TOO_LARGE = 1009;
    public static final int EXTENSION_ERROR = 1010;
    public static final int SERVER_ERROR = 1011;
    public static final int SERVICE_RESTART = 1012;
    public static final int TRY_AGAIN_LATER = 1013;
    public static final int BAD_GATEWAY = 1014;
    /** Never sent. */
    public static final int FAILED_TLS_HANDSHAKE = 1015;

    public static final CloseStatus NO_CODE_STATUS = new CloseStatus(NO_CODE);
    public static final CloseStatus NO_CLOSE_STATUS = new CloseStatus(NO_CLOSE);
    public static final CloseStatus NORMAL_STATUS = new CloseStatus(NORMAL);

    private static final int MAX_REASON = Frame.MAX_CONTROL_PAYLOAD - 2;

    private final int code;
    private final @Nullable String reason;
    private final @Nullable Throwable cause;

    /** Without a code. */
    public CloseStatus() {
        this(NO_CODE);
    }

    public CloseStatus(int statusCode) {
        this(statusCode, null, null);
    }

    public CloseStatus(int statusCode, @Nullable String reasonPhrase) {
        this(statusCode, reasonPhrase, null);
    }

    /** The reason is what the failure says. */
    public CloseStatus(int statusCode, @Nullable Throwable cause) {
        this(statusCode, cause == null ? null : cause.getMessage(), cause);
    }

    public CloseStatus(int statusCode, @Nullable String reasonPhrase, @Nullable Throwable cause) {
        code = statusCode;
        reason = shorten(reasonPhrase);
        this.cause = cause;
    }

    /** What a Close frame says; as {@link #CloseStatus(ByteBuffer)}. */
    public CloseStatus(Frame frame) {
        this(frame.getPayload());
    }

    /**
     * What the payload of a Close frame says (RFC 6455, section 5.5.1), which is not consumed.
     *
     * @throws ProtocolException if it is one byte, or its code may not be sent
     * @throws BadPayloadException if the reason is not UTF-8
     */
    public CloseStatus(@Nullable ByteBuffer payload) {
        cause = null;
        int length = payload == null ? 0 : payload.remaining();
        if (payload == null || length == 0) {
            code = NO_CODE;
            reason = null;
            return;
        }
        if (length == 1) {
            throw new ProtocolException("Close payload of 1 byte (expected: 0, or 2 and more)");
        }
        if (length > Frame.MAX_CONTROL_PAYLOAD) {
            throw new ProtocolException("Close payload of " + length + " bytes (expected: 125 at most)");
        }
        ByteBuffer bytes = payload.slice();
        code = bytes.getShort() & 0xffff;
        if (!isTransmittableStatusCode(code)) {
            throw new ProtocolException("Close code " + code + " (expected: 1000-1003, 1007-1014, 3000-4999)");
        }
        if (bytes.hasRemaining()) {
            if (!Utf8Validator.isValid(bytes)) {
                throw new BadPayloadException("Close reason is not UTF-8");
            }
            reason = BufferUtil.toUTF8String(bytes);
        } else {
            reason = null;
        }
    }

    /** What a Close frame says; null for other frames. */
    public static @Nullable CloseStatus getCloseStatus(Frame frame) {
        if (frame instanceof Supplier supplier) {
            return supplier.getCloseStatus();
        }
        return frame.getOpCode() == OpCode.CLOSE ? new CloseStatus(frame) : null;
    }

    /** What a frame says that is a Close. */
    static CloseStatus ofClose(Frame close) {
        CloseStatus status = getCloseStatus(close);
        assert status != null;
        return status;
    }

    /** Whether a session that ends with the code did not fail. */
    public static boolean isOrdinary(int statusCode) {
        return statusCode == NORMAL || statusCode == NO_CODE || statusCode == SHUTDOWN || statusCode >= 3000;
    }

    /** Whether a Close may have the code (RFC 6455, section 7.4 and its registry). */
    public static boolean isTransmittableStatusCode(int statusCode) {
        return statusCode >= NORMAL && statusCode <= BAD_DATA
                || statusCode >= BAD_PAYLOAD && statusCode <= BAD_GATEWAY
                || statusCode >= 3000 && statusCode <= 4999;
    }

    public boolean isAbnormal() {
        return !isOrdinary(code);
    }

    public boolean isNormal() {
        return code == NORMAL;
    }

    /** The failure behind it. */
    public @Nullable Throwable getCause() {
        return cause;
    }

    public int getCode() {
        return code;
    }

    public @Nullable String getReason() {
        return reason;
    }

    /** The payload of a Close frame; null if it has no code. */
    public @Nullable ByteBuffer asPayloadBuffer() {
        return asPayloadBuffer(code, reason);
    }

    /** The payload of a Close frame; null for {@link #NO_CODE}. */
    public static @Nullable ByteBuffer asPayloadBuffer(int statusCode, @Nullable String reason) {
        if (statusCode == NO_CODE) {
            return null;
        }
        String text = shorten(reason);
        byte[] bytes = text == null ? BufferUtil.EMPTY_BYTES : text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer payload = ByteBuffer.allocate(2 + bytes.length);
        payload.putShort((short) statusCode).put(bytes).flip();
        return payload;
    }

    public Frame toFrame() {
        if (code != NO_CODE && !isTransmittableStatusCode(code)) {
            throw new ProtocolException("Close code " + code + " must not be sent");
        }
        return new CloseFrame(this);
    }

    public static Frame toFrame(int closeStatus) {
        return new CloseStatus(closeStatus).toFrame();
    }

    public static Frame toFrame(int closeStatus, @Nullable String reason) {
        return new CloseStatus(closeStatus, reason).toFrame();
    }

    /** The most of a text that has 123 bytes in UTF-8. */
    private static @Nullable String shorten(@Nullable String text) {
        if (text == null || text.length() * 3L <= MAX_REASON) {
            return text;
        }
        int bytes = 0;
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (bytes > MAX_REASON) {
                return text.substring(0, i);
            }
            i += Character.charCount(c);
        }
        return text;
    }

    /** The name of a code for people. */
    public static String codeString(int closeStatusCode) {
        return switch (closeStatusCode) {
            case NORMAL -> "NORMAL";
            case SHUTDOWN -> "SHUTDOWN";
            case PROTOCOL -> "PROTOCOL";
            case BAD_DATA -> "BAD_DATA";
            case RESERVED -> "RESERVED";
            case NO_CODE -> "NO_CODE";
            case NO_CLOSE -> "NO_CLOSE";
            case BAD_PAYLOAD -> "BAD_PAYLOAD";
            case POLICY_VIOLATION -> "POLICY_VIOLATION";
            case MESSAGE_TOO_LARGE -> "MESSAGE_TOO_LARGE";
            case EXTENSION_ERROR -> "EXTENSION_ERROR";
            case SERVER_ERROR -> "SERVER_ERROR";
            case SERVICE_RESTART -> "SERVICE_RESTART";
            case TRY_AGAIN_LATER -> "TRY_AGAIN_LATER";
            case BAD_GATEWAY -> "BAD_GATEWAY";
            case FAILED_TLS_HANDSHAKE -> "FAILED_TLS_HANDSHAKE";
            default -> "UNKNOWN";
        };
    }

    @Override
    public String toString() {
        return String.format("{%04d=%s,%s}", code, codeString(code), reason);
    }

    /** A frame that knows what it says. */
    public interface Supplier {
        /** Null for a frame other than a Close. */
        @Nullable
        CloseStatus getCloseStatus();
    }

    private static final class CloseFrame extends Frame implements Supplier {
        private final CloseStatus closeStatus;

        private CloseFrame(CloseStatus closeStatus) {
            super(OpCode.CLOSE, closeStatus.asPayloadBuffer());
            this.closeStatus = closeStatus;
        }

        @Override
        public CloseStatus getCloseStatus() {
            return closeStatus;
        }

        @Override
        public String toString() {
            return super.toString() + ":" + closeStatus;
        }
    }
}
