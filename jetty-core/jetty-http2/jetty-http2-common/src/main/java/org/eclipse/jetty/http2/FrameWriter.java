package org.eclipse.jetty.http2;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes frames into buffers in fill mode that have room for them (RFC 9113, section 4.1). Thread-safe. */
public final class FrameWriter {
    public static final int RST_STREAM_LENGTH = FrameType.HEADER_LENGTH + 4;
    public static final int WINDOW_UPDATE_LENGTH = FrameType.HEADER_LENGTH + 4;
    public static final int PRIORITY_LENGTH = FrameType.HEADER_LENGTH + 5;
    public static final int PING_LENGTH = FrameType.HEADER_LENGTH + 8;
    /** The longest text of a GOAWAY frame. */
    public static final int MAX_REASON = 128;

    private FrameWriter() {}

    /** The nine octets before a payload. */
    public static void header(ByteBuffer to, int length, int type, int flags, int streamId) {
        to.putInt(length << 8 | type);
        to.put((byte) flags);
        to.putInt(streamId);
    }

    /**
     * The header block of a stream: a HEADERS frame, and CONTINUATION frames for what does not fit into it.
     *
     * @return the octets written
     */
    public static int headers(
            ByteBuffer to, int streamId, byte[] block, int length, int maxFrameSize, boolean endStream) {
        int first = Math.min(length, maxFrameSize);
        int flags = (endStream ? FrameType.END_STREAM : 0) | (first == length ? FrameType.END_HEADERS : 0);
        header(to, first, FrameType.HEADERS, flags, streamId);
        to.put(block, 0, first);
        return FrameType.HEADER_LENGTH + first + continuations(to, streamId, block, first, length, maxFrameSize);
    }

    /**
     * The promise of a stream (section 6.6): a PUSH_PROMISE frame, and CONTINUATION frames for what does not fit into it.
     *
     * @param streamId the stream of the client that it is sent on
     * @return the octets written
     */
    public static int pushPromise(
            ByteBuffer to, int streamId, int promisedId, byte[] block, int length, int maxFrameSize) {
        int first = Math.min(length, maxFrameSize - 4);
        header(to, 4 + first, FrameType.PUSH_PROMISE, first == length ? FrameType.END_HEADERS : 0, streamId);
        to.putInt(promisedId);
        to.put(block, 0, first);
        return FrameType.HEADER_LENGTH + 4 + first + continuations(to, streamId, block, first, length, maxFrameSize);
    }

    private static int continuations(
            ByteBuffer to, int streamId, byte[] block, int from, int length, int maxFrameSize) {
        int written = 0;
        for (int at = from; at < length; ) {
            int next = Math.min(length - at, maxFrameSize);
            header(to, next, FrameType.CONTINUATION, at + next == length ? FrameType.END_HEADERS : 0, streamId);
            to.put(block, at, next);
            at += next;
            written += FrameType.HEADER_LENGTH + next;
        }
        return written;
    }

    /** The octets that {@link #pushPromise} writes at most. */
    public static int pushPromiseLength(int length, int maxFrameSize) {
        return headersLength(length + 4, maxFrameSize);
    }

    /** The octets that {@link #headers} writes. */
    public static int headersLength(int length, int maxFrameSize) {
        int frames = Math.max(1, (length + maxFrameSize - 1) / maxFrameSize);
        return length + frames * FrameType.HEADER_LENGTH;
    }

    public static void reset(ByteBuffer to, int streamId, int code) {
        header(to, 4, FrameType.RST_STREAM, 0, streamId);
        to.putInt(code);
    }

    /** @param weight 1 to 256 (RFC 7540, section 6.3) */
    public static void priority(ByteBuffer to, int streamId, int parentId, int weight, boolean exclusive) {
        header(to, 5, FrameType.PRIORITY, 0, streamId);
        to.putInt(exclusive ? parentId | 0x80000000 : parentId);
        to.put((byte) (weight - 1));
    }

    public static void windowUpdate(ByteBuffer to, int streamId, int increment) {
        header(to, 4, FrameType.WINDOW_UPDATE, 0, streamId);
        to.putInt(increment);
    }

    public static void ping(ByteBuffer to, boolean ack, long opaque) {
        header(to, 8, FrameType.PING, ack ? FrameType.ACK : 0, 0);
        to.putLong(opaque);
    }

    /** @param settings keys and values in turn */
    public static void settings(ByteBuffer to, int... settings) {
        header(to, settings.length * 3, FrameType.SETTINGS, 0, 0);
        for (int i = 0; i < settings.length; i += 2) {
            to.putShort((short) settings[i]);
            to.putInt(settings[i + 1]);
        }
    }

    public static void settingsAck(ByteBuffer to) {
        header(to, 0, FrameType.SETTINGS, FrameType.ACK, 0);
    }

    /** @param reason a text for the log of the other side, cut after {@link #MAX_REASON} octets */
    public static void goAway(ByteBuffer to, int lastStreamId, int code, @Nullable String reason) {
        byte[] text = reason == null ? new byte[0] : reason.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(MAX_REASON, text.length);
        header(to, 8 + length, FrameType.GOAWAY, 0, 0);
        to.putInt(lastStreamId);
        to.putInt(code);
        to.put(text, 0, length);
    }
}
