package org.eclipse.jetty.http2.frames;

import java.nio.ByteBuffer;

/** A question whether the other side is alive, or its answer (RFC 9113, section 6.7). Immutable. */
public class PingFrame extends Frame {
    /** The octets of its payload. */
    public static final int PING_LENGTH = 8;

    private final long value;
    private final boolean reply;

    public PingFrame(boolean reply) {
        this(0, reply);
    }

    public PingFrame(long value, boolean reply) {
        this.value = value;
        this.reply = reply;
    }

    /** @throws IllegalArgumentException if the payload has not 8 octets */
    public PingFrame(byte[] payload, boolean reply) {
        this(toLong(payload), reply);
    }

    private static long toLong(byte[] payload) {
        if (payload.length != PING_LENGTH) {
            throw new IllegalArgumentException("payload: " + payload.length + " octets (expected: 8)");
        }
        return ByteBuffer.wrap(payload).getLong();
    }

    /** Returns the 8 octets. */
    public byte[] getPayload() {
        return ByteBuffer.allocate(PING_LENGTH).putLong(value).array();
    }

    public long getPayloadAsLong() {
        return value;
    }

    /** Returns whether it answers one. */
    public boolean isReply() {
        return reply;
    }

    @Override
    public String toString() {
        return "PingFrame[" + Long.toHexString(value) + ",reply=" + reply + "]";
    }
}
