package org.eclipse.jetty.websocket.core;

/** The opcodes of frames (RFC 6455, sections 5.2 and 11.8). */
public final class OpCode {
    public static final byte CONTINUATION = 0x0;
    public static final byte TEXT = 0x1;
    public static final byte BINARY = 0x2;
    public static final byte CLOSE = 0x8;
    public static final byte PING = 0x9;
    public static final byte PONG = 0xA;

    /** No opcode. */
    public static final byte UNDEFINED = -1;

    private OpCode() {}

    /** The opcode in the first byte of a frame. */
    public static byte getOpCode(byte firstByte) {
        return (byte) (firstByte & 0x0F);
    }

    public static boolean isControlFrame(byte opcode) {
        return opcode >= CLOSE;
    }

    public static boolean isDataFrame(byte opcode) {
        return opcode == TEXT || opcode == BINARY || opcode == CONTINUATION;
    }

    /** Whether the RFC gives the opcode a meaning. */
    public static boolean isKnown(byte opcode) {
        return opcode >= CONTINUATION && opcode <= BINARY || opcode >= CLOSE && opcode <= PONG;
    }

    /** The name for people; unknown ones are named by their number. */
    public static String name(byte opcode) {
        return switch (opcode) {
            case UNDEFINED -> "NO_OP";
            case CONTINUATION -> "CONTINUATION";
            case TEXT -> "TEXT";
            case BINARY -> "BINARY";
            case CLOSE -> "CLOSE";
            case PING -> "PING";
            case PONG -> "PONG";
            default -> "NON_SPEC[" + opcode + "]";
        };
    }
}
