package org.eclipse.jetty.http2;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Takes frames apart as their bytes come (RFC 9113, sections 4 and 6).
 *
 * <pre>
 * PREFACE --24 octets--&gt; HEADER --9 octets--&gt; PAYLOAD --whole--&gt; HEADER
 *                        HEADER --of DATA--&gt;  DATA    --each piece as it comes--&gt; HEADER
 * </pre>
 *
 * <p>The payload of DATA is handed on in pieces, without a copy; every other payload is small, and collected when it comes
 * in pieces. A block of fields is collected over its CONTINUATION frames, which nothing may interrupt (section 6.10); its
 * size and the number of its frames are limited. Confined to its connection.
 */
public final class FrameParser {
    private static final byte[] PREFACE = FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII);

    private enum State {
        PREFACE,
        HEADER,
        PAYLOAD,
        DATA
    }

    private final Listener listener;
    private final int maxBlockSize;
    private final int maxSettingsKeys;
    private volatile int maxFrameSize;
    private State state;
    private int prefaceMatched;
    private boolean settingsSeen;
    private int headerCount;
    private long headerBits;
    private int headerStream;
    private int length;
    private int type;
    private int flags;
    private int streamId;
    private byte[] payload = new byte[64];
    private int payloadCount;
    private int dataLeft;
    private int paddingLeft;
    private boolean paddingKnown;
    private byte[] block = new byte[0];
    private int blockLength;
    private int blockStream;
    private int blockPromised;
    private boolean blockEndsStream;
    private boolean blockSelfDependent;

    /** Is notified of frames; what it throws ends the stream or connection. */
    public interface Listener {
        /**
         * A piece of the content of a DATA frame.
         *
         * @param buffer holds the piece at {@code position}; valid during the call, unless it is retained
         * @param controlled the octets that count for flow control: those of the piece, and of padding
         * @param first whether this is the beginning of a frame
         * @param endStream whether this is the last piece of the stream
         */
        void onData(
                int streamId,
                ByteBuffer buffer,
                int position,
                int length,
                int controlled,
                boolean first,
                boolean endStream)
                throws HTTP2Exception;

        /**
         * A whole block of fields.
         *
         * @param block holds it from {@code from} to {@code to}; valid during the call
         * @param selfDependent whether the stream is said to depend on itself
         */
        void onHeaders(int streamId, byte[] block, int from, int to, boolean endStream, boolean selfDependent)
                throws HTTP2Exception;

        /** Returns whether the other side may send PUSH_PROMISE frames; servers and most clients refuse them. */
        default boolean isPushExpected() {
            return false;
        }

        /**
         * A whole block of the fields of a request that is promised, where they are expected.
         *
         * @param streamId the stream that it is promised on
         * @param promisedId the stream of its response
         * @param block holds it from {@code from} to {@code to}; valid during the call
         */
        default void onPushPromise(int streamId, int promisedId, byte[] block, int from, int to) throws HTTP2Exception {
            throw new UnsupportedOperationException("PUSH_PROMISE");
        }

        /** A CONTINUATION frame, before the end of its block. */
        void onContinuation(int streamId, int length) throws HTTP2Exception;

        void onPriority(int streamId) throws HTTP2Exception;

        void onReset(int streamId, int code) throws HTTP2Exception;

        /** One setting, checked, of a SETTINGS frame whose end is told by {@link #onSettingsEnd}. */
        void onSetting(int key, int value) throws HTTP2Exception;

        /** The end of a SETTINGS frame with so many keys. */
        void onSettingsEnd(int keys) throws HTTP2Exception;

        void onSettingsAck() throws HTTP2Exception;

        void onPing(boolean ack, long opaque) throws HTTP2Exception;

        /** @param reason the text of the other side, cut after {@link FrameWriter#MAX_REASON} octets; empty for none */
        void onGoAway(int lastStreamId, int code, String reason) throws HTTP2Exception;

        /** @param streamId 0 for the connection */
        void onWindowUpdate(int streamId, int increment) throws HTTP2Exception;

        /** A frame of a type that is not known, and ignored (section 4.1). */
        void onUnknown(int type) throws HTTP2Exception;
    }

    /**
     * @param maxFrameSize the largest payload that this side's settings allow
     * @param maxBlockSize the largest block of fields, encoded
     * @param maxSettingsKeys the most keys in a SETTINGS frame
     * @param prefaceLeft how many octets of the client's preface are to come; 0 for the server's side of it
     */
    public FrameParser(Listener listener, int maxFrameSize, int maxBlockSize, int maxSettingsKeys, int prefaceLeft) {
        this.listener = listener;
        this.maxFrameSize = maxFrameSize;
        this.maxBlockSize = maxBlockSize;
        this.maxSettingsKeys = maxSettingsKeys;
        prefaceMatched = PREFACE.length - prefaceLeft;
        state = prefaceLeft > 0 ? State.PREFACE : State.HEADER;
    }

    /** Sets the largest payload that this side's settings allow, by any thread. */
    public void setMaxFrameSize(int octets) {
        maxFrameSize = octets;
    }

    /** Whether a block of fields has begun and not ended. */
    public boolean isInBlock() {
        return blockStream != 0;
    }

    /** Whether nothing of a frame has come. */
    public boolean isAtBoundary() {
        return state == State.HEADER && headerCount == 0;
    }

    /**
     * Parses one frame, or the piece of one that is there.
     *
     * @return whether to call it again for more of the buffer; false if the buffer is used up
     * @throws HTTP2Exception if the frame is wrong; after the error of a stream parsing can go on
     */
    public boolean parse(ByteBuffer buffer) throws HTTP2Exception {
        if (state == State.HEADER) {
            if (headerCount == 0 && buffer.remaining() >= FrameType.HEADER_LENGTH) {
                headerBits = (long) buffer.getInt() << 8 | buffer.get() & 0xff;
                headerStream = buffer.getInt();
            } else if (!collectHeader(buffer)) {
                return false;
            }
            onHeader();
        }
        return switch (state) {
            case PREFACE -> preface(buffer);
            case DATA -> data(buffer);
            default -> payload(buffer);
        };
    }

    private boolean preface(ByteBuffer buffer) throws HTTP2Exception {
        while (buffer.hasRemaining()) {
            if (buffer.get() != PREFACE[prefaceMatched]) {
                throw HTTP2Exception.connection(ErrorCode.PROTOCOL_ERROR, "bad preface");
            }
            if (++prefaceMatched == PREFACE.length) {
                state = State.HEADER;
                return buffer.hasRemaining();
            }
        }
        return false;
    }

    private boolean collectHeader(ByteBuffer buffer) {
        while (buffer.hasRemaining()) {
            int octet = buffer.get() & 0xff;
            if (headerCount < 5) {
                headerBits = headerCount == 0 ? octet : headerBits << 8 | octet;
            } else {
                headerStream = headerStream << 8 | octet;
            }
            if (++headerCount == FrameType.HEADER_LENGTH) {
                headerCount = 0;
                return true;
            }
        }
        return false;
    }

    private void onHeader() throws HTTP2Exception {
        length = (int) (headerBits >>> 16) & 0xffffff;
        type = (int) (headerBits >>> 8) & 0xff;
        flags = (int) headerBits & 0xff;
        streamId = headerStream & 0x7fffffff;
        if (!settingsSeen && (type != FrameType.SETTINGS || (flags & FrameType.ACK) != 0)) {
            throw error("first frame of type " + type + " (expected: SETTINGS)");
        }
        if (length > maxFrameSize) {
            throw HTTP2Exception.connection(
                    ErrorCode.FRAME_SIZE_ERROR,
                    "frame of " + length + " octets (expected: at most " + maxFrameSize + ")");
        }
        if (blockStream != 0 && (type != FrameType.CONTINUATION || streamId != blockStream)) {
            throw error("frame of type " + type + " within the fields of stream " + blockStream);
        }
        checkHeader();
        payloadCount = 0;
        if (type == FrameType.DATA) {
            state = State.DATA;
            dataLeft = length;
            paddingLeft = 0;
            paddingKnown = (flags & FrameType.PADDED) == 0;
            if (!paddingKnown && length == 0) {
                throw error("padded DATA without the length of its padding");
            }
        } else {
            state = State.PAYLOAD;
        }
    }

    /** What the header of a frame alone tells. */
    private void checkHeader() throws HTTP2Exception {
        switch (type) {
            case FrameType.DATA, FrameType.HEADERS, FrameType.PRIORITY, FrameType.RST_STREAM -> {
                if (streamId == 0) {
                    throw error("frame of type " + type + " on stream 0");
                }
                if (type == FrameType.RST_STREAM && length != 4) {
                    throw size("RST_STREAM", 4);
                }
            }
            case FrameType.SETTINGS -> checkSettingsHeader();
            case FrameType.PUSH_PROMISE -> {
                if (!listener.isPushExpected()) {
                    throw error("PUSH_PROMISE, which is disabled");
                }
                if (streamId == 0) {
                    throw error("PUSH_PROMISE on stream 0");
                }
            }
            case FrameType.PING -> {
                if (streamId != 0) {
                    throw error("PING on stream " + streamId);
                }
                if (length != 8) {
                    throw size("PING", 8);
                }
            }
            case FrameType.GOAWAY -> {
                if (streamId != 0) {
                    throw error("GOAWAY on stream " + streamId);
                }
                if (length < 8) {
                    throw size("GOAWAY", 8);
                }
            }
            case FrameType.WINDOW_UPDATE -> {
                if (length != 4) {
                    throw size("WINDOW_UPDATE", 4);
                }
            }
            case FrameType.CONTINUATION -> {
                if (blockStream == 0) {
                    throw error("CONTINUATION without HEADERS");
                }
            }
            default -> {
                // an unknown type may be on any stream
            }
        }
    }

    private void checkSettingsHeader() throws HTTP2Exception {
        if (streamId != 0) {
            throw error("SETTINGS on stream " + streamId);
        }
        if ((flags & FrameType.ACK) != 0 && length != 0) {
            throw size("SETTINGS acknowledgement", 0);
        }
        if (length % 6 != 0) {
            throw HTTP2Exception.connection(
                    ErrorCode.FRAME_SIZE_ERROR, "SETTINGS of " + length + " octets (expected: a multiple of 6)");
        }
        if (length / 6 > maxSettingsKeys) {
            throw HTTP2Exception.connection(
                    ErrorCode.ENHANCE_YOUR_CALM_ERROR,
                    "SETTINGS with " + length / 6 + " keys (expected: at most " + maxSettingsKeys + ")");
        }
    }

    private static HTTP2Exception error(String reason) {
        return HTTP2Exception.connection(ErrorCode.PROTOCOL_ERROR, reason);
    }

    private HTTP2Exception size(String name, int expected) {
        return HTTP2Exception.connection(
                ErrorCode.FRAME_SIZE_ERROR, name + " of " + length + " octets (expected: " + expected + ")");
    }

    // ---- DATA

    private boolean data(ByteBuffer buffer) throws HTTP2Exception {
        boolean first = dataLeft == length;
        int controlled = 0;
        if (!paddingKnown) {
            if (!buffer.hasRemaining()) {
                return false;
            }
            paddingLeft = buffer.get() & 0xff;
            paddingKnown = true;
            dataLeft--;
            controlled = 1;
            if (paddingLeft > dataLeft) {
                throw error("DATA with more padding than payload");
            }
        } else if (dataLeft > 0 && !buffer.hasRemaining()) {
            return false;
        }
        int content = Math.min(dataLeft - paddingLeft, buffer.remaining());
        int position = buffer.position();
        buffer.position(position + content);
        dataLeft -= content;
        int padding = dataLeft == paddingLeft ? Math.min(paddingLeft, buffer.remaining()) : 0;
        buffer.position(buffer.position() + padding);
        dataLeft -= padding;
        paddingLeft -= padding;
        boolean end = dataLeft == 0;
        if (end) {
            state = State.HEADER;
        }
        listener.onData(
                streamId,
                buffer,
                position,
                content,
                controlled + content + padding,
                first,
                end && (flags & FrameType.END_STREAM) != 0);
        return buffer.hasRemaining();
    }

    // ---- other payloads

    private boolean payload(ByteBuffer buffer) throws HTTP2Exception {
        byte[] from = payload;
        int at = 0;
        if (payloadCount == 0 && buffer.hasArray() && buffer.remaining() >= length) {
            from = buffer.array();
            at = buffer.arrayOffset() + buffer.position();
            buffer.position(buffer.position() + length);
        } else {
            int count = Math.min(length - payloadCount, buffer.remaining());
            if (payload.length < payloadCount + count) {
                payload = Arrays.copyOf(
                        payload, Math.min(Math.max(length, 64), Math.max(payload.length * 2, payloadCount + count)));
            }
            buffer.get(payload, payloadCount, count);
            payloadCount += count;
            if (payloadCount < length) {
                return false;
            }
            from = payload;
        }
        state = State.HEADER;
        frame(from, at, at + length);
        return buffer.hasRemaining();
    }

    private void frame(byte[] a, int from, int to) throws HTTP2Exception {
        switch (type) {
            case FrameType.HEADERS -> headers(a, from, to);
            case FrameType.PUSH_PROMISE -> pushPromise(a, from, to);
            case FrameType.CONTINUATION -> continuation(a, from, to);
            case FrameType.PRIORITY -> {
                if (length != 5) {
                    throw HTTP2Exception.stream(
                            streamId, ErrorCode.FRAME_SIZE_ERROR, "PRIORITY of " + length + " octets (expected: 5)");
                }
                if ((getInt(a, from) & 0x7fffffff) == streamId) {
                    throw HTTP2Exception.stream(streamId, ErrorCode.PROTOCOL_ERROR, "stream that depends on itself");
                }
                listener.onPriority(streamId);
            }
            case FrameType.RST_STREAM -> listener.onReset(streamId, getInt(a, from));
            case FrameType.SETTINGS -> settings(a, from, to);
            case FrameType.PING ->
                listener.onPing(
                        (flags & FrameType.ACK) != 0, (long) getInt(a, from) << 32 | getInt(a, from + 4) & 0xffffffffL);
            case FrameType.GOAWAY ->
                listener.onGoAway(getInt(a, from) & 0x7fffffff, getInt(a, from + 4), reason(a, from + 8, to));
            case FrameType.WINDOW_UPDATE -> {
                int increment = getInt(a, from) & 0x7fffffff;
                if (increment == 0) {
                    throw streamId == 0
                            ? error("WINDOW_UPDATE by 0")
                            : HTTP2Exception.stream(streamId, ErrorCode.PROTOCOL_ERROR, "WINDOW_UPDATE by 0");
                }
                listener.onWindowUpdate(streamId, increment);
            }
            default -> listener.onUnknown(type);
        }
    }

    /** Debug data is opaque (section 6.8): what is not printable ASCII is replaced. */
    private static String reason(byte[] a, int from, int to) {
        StringBuilder text = new StringBuilder(Math.min(to - from, FrameWriter.MAX_REASON));
        for (int i = from; i < to && text.length() < FrameWriter.MAX_REASON; i++) {
            text.append(a[i] >= ' ' && a[i] < 0x7f ? (char) a[i] : '?');
        }
        return text.toString();
    }

    private static int getInt(byte[] a, int at) {
        return a[at] << 24 | (a[at + 1] & 0xff) << 16 | (a[at + 2] & 0xff) << 8 | a[at + 3] & 0xff;
    }

    /** Returns the octets of padding at the end of a frame with fields; the length itself takes one before them. */
    private int padding(String frame, byte[] a, int from, int to) throws HTTP2Exception {
        if ((flags & FrameType.PADDED) == 0) {
            return 0;
        }
        if (from == to) {
            throw error("padded " + frame + " without the length of its padding");
        }
        return a[from] & 0xff;
    }

    private void headers(byte[] a, int from, int to) throws HTTP2Exception {
        int padding = padding("HEADERS", a, from, to);
        int at = (flags & FrameType.PADDED) == 0 ? from : from + 1;
        boolean selfDependent = false;
        if ((flags & FrameType.PRIORITISED) != 0) {
            if (to - at < 5) {
                throw HTTP2Exception.connection(ErrorCode.FRAME_SIZE_ERROR, "HEADERS too short for its priority");
            }
            selfDependent = (getInt(a, at) & 0x7fffffff) == streamId;
            at += 5;
        }
        if (padding > to - at) {
            throw error("HEADERS with more padding than payload");
        }
        int end = to - padding;
        boolean endStream = (flags & FrameType.END_STREAM) != 0;
        if ((flags & FrameType.END_HEADERS) != 0) {
            checkBlock(end - at);
            listener.onHeaders(streamId, a, at, end, endStream, selfDependent);
            return;
        }
        blockPromised = 0;
        blockEndsStream = endStream;
        blockSelfDependent = selfDependent;
        beginBlock(a, at, end);
    }

    private void pushPromise(byte[] a, int from, int to) throws HTTP2Exception {
        int padding = padding("PUSH_PROMISE", a, from, to);
        int at = (flags & FrameType.PADDED) == 0 ? from : from + 1;
        if (to - at < 4) {
            throw HTTP2Exception.connection(
                    ErrorCode.FRAME_SIZE_ERROR, "PUSH_PROMISE too short for the stream that it promises");
        }
        int promisedId = getInt(a, at) & 0x7fffffff;
        if (promisedId == 0) {
            throw error("PUSH_PROMISE of stream 0");
        }
        at += 4;
        if (padding > to - at) {
            throw error("PUSH_PROMISE with more padding than payload");
        }
        int end = to - padding;
        if ((flags & FrameType.END_HEADERS) != 0) {
            checkBlock(end - at);
            listener.onPushPromise(streamId, promisedId, a, at, end);
            return;
        }
        blockPromised = promisedId;
        beginBlock(a, at, end);
    }

    private void beginBlock(byte[] a, int from, int to) throws HTTP2Exception {
        blockStream = streamId;
        blockLength = 0;
        appendBlock(a, from, to);
    }

    private void continuation(byte[] a, int from, int to) throws HTTP2Exception {
        appendBlock(a, from, to);
        if ((flags & FrameType.END_HEADERS) == 0) {
            listener.onContinuation(streamId, length);
            return;
        }
        blockStream = 0;
        byte[] whole = block;
        if (block.length > FrameType.DEFAULT_MAX_FRAME_SIZE) {
            block = new byte[0];
        }
        if (blockPromised == 0) {
            listener.onHeaders(streamId, whole, 0, blockLength, blockEndsStream, blockSelfDependent);
        } else {
            listener.onPushPromise(streamId, blockPromised, whole, 0, blockLength);
        }
    }

    private void appendBlock(byte[] a, int from, int to) throws HTTP2Exception {
        int size = blockLength + to - from;
        checkBlock(size);
        if (size > block.length) {
            block = Arrays.copyOf(block, Math.max(size, Math.min(maxBlockSize, block.length * 2)));
        }
        System.arraycopy(a, from, block, blockLength, to - from);
        blockLength = size;
    }

    private void checkBlock(int size) throws HTTP2Exception {
        if (size > maxBlockSize) {
            throw HTTP2Exception.connection(
                    ErrorCode.ENHANCE_YOUR_CALM_ERROR,
                    "encoded fields of " + size + " octets (expected: at most " + maxBlockSize + ")");
        }
    }

    private void settings(byte[] a, int from, int to) throws HTTP2Exception {
        settingsSeen = true;
        if ((flags & FrameType.ACK) != 0) {
            listener.onSettingsAck();
            return;
        }
        for (int at = from; at < to; at += 6) {
            int key = (a[at] & 0xff) << 8 | a[at + 1] & 0xff;
            int value = getInt(a, at + 2);
            checkSetting(key, value);
            listener.onSetting(key, value);
        }
        listener.onSettingsEnd((to - from) / 6);
    }

    /** Refuses values that section 6.5.2 does not allow. */
    public static void checkSetting(int key, int value) throws HTTP2Exception {
        switch (key) {
            case FrameType.SETTINGS_ENABLE_PUSH, FrameType.SETTINGS_ENABLE_CONNECT_PROTOCOL -> {
                if (value != 0 && value != 1) {
                    throw error("setting " + key + " of " + Integer.toUnsignedString(value) + " (expected: 0 or 1)");
                }
            }
            case FrameType.SETTINGS_INITIAL_WINDOW_SIZE -> {
                if (value < 0) {
                    throw HTTP2Exception.connection(
                            ErrorCode.FLOW_CONTROL_ERROR,
                            "initial window of " + Integer.toUnsignedString(value) + " (expected: at most 2147483647)");
                }
            }
            case FrameType.SETTINGS_MAX_FRAME_SIZE -> {
                if (value < FrameType.DEFAULT_MAX_FRAME_SIZE || value > FrameType.LARGEST_MAX_FRAME_SIZE) {
                    throw error("maximum frame size of " + Integer.toUnsignedString(value)
                            + " (expected: 16384 to 16777215)");
                }
            }
            default -> {
                // any value is right, and keys that are not known are ignored
            }
        }
    }
}
