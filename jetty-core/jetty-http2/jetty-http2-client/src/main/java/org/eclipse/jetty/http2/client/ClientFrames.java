package org.eclipse.jetty.http2.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameParser;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.PingFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;
import org.eclipse.jetty.http2.internal.CostAccount;
import org.eclipse.jetty.http2.internal.StreamTable;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * What the frames of a server do to its connection and the streams of it (RFC 9113, section 6), and what they cost.
 *
 * <p>Violations are thrown, with their scope and code. Confined to the one thread that parses; the state of streams is guarded
 * by the lock of the connection.
 */
final class ClientFrames implements FrameParser.Listener {
    private static final int SMALL_FRAME = 64;
    private static final int SMALL_WINDOW_UPDATE = 64;
    private static final int SMALL_CONTINUATION = 1024;

    private final ClientConnection connection;
    private final ClientOutput output;
    private final ResponseDecoder decoder;
    private final CostAccount costs;
    private final OfferedSettings offered;
    private final PushedStreams pushed;
    private volatile int maxDecoderTable;
    private int decoderTable;
    private final Map<Integer, Integer> settings = new HashMap<>();

    ClientFrames(
            ClientConnection connection,
            ClientOutput output,
            ResponseDecoder decoder,
            CostAccount costs,
            OfferedSettings offered,
            PushedStreams pushed) {
        this.connection = connection;
        this.output = output;
        this.decoder = decoder;
        this.costs = costs;
        this.offered = offered;
        this.pushed = pushed;
        maxDecoderTable = HpackDecoder.DEFAULT_CAPACITY;
        decoderTable = maxDecoderTable;
    }

    /** Sets the octets of the table with which the server may compress fields, by any thread. */
    void setMaxDecoderTable(int octets) {
        maxDecoderTable = octets;
    }

    /** Before a block is decoded. */
    private void adjustTable() {
        int max = maxDecoderTable;
        if (max != decoderTable) {
            decoderTable = max;
            decoder.setMaxTableCapacity(max < 0 ? Integer.MAX_VALUE : max);
        }
    }

    private @Nullable ClientStream find(int streamId) {
        try (AutoLock l = output.lock()) {
            return output.streams().get(streamId);
        }
    }

    /** A frame of a stream that is not open: is ignored if it crossed a reset, and a violation otherwise (section 5.1). */
    private void onAbsent(int streamId, String frame, int length) throws HTTP2Exception {
        checkNotIdle(streamId, frame);
        StreamTable.Closed how;
        try (AutoLock l = output.lock()) {
            how = output.streams().how(streamId);
        }
        switch (how) {
            case ENDED ->
                throw HTTP2Exception.connection(ErrorCode.STREAM_CLOSED_ERROR, frame + " on closed stream " + streamId);
            case RESET_THERE ->
                throw HTTP2Exception.connection(
                        ErrorCode.STREAM_CLOSED_ERROR, frame + " on stream " + streamId + ", which was reset");
            default -> {
                if (length < SMALL_FRAME) {
                    charge(1, "frames for streams that were reset");
                }
            }
        }
    }

    private void checkNotIdle(int streamId, String frame) throws HTTP2Exception {
        if (streamId > ((streamId & 1) == 0 ? getLastPushed() : connection.getLastStreamId())) {
            throw HTTP2Exception.connection(ErrorCode.PROTOCOL_ERROR, frame + " on idle stream " + streamId);
        }
    }

    private int getLastPushed() {
        try (AutoLock l = output.lock()) {
            return pushed.lastId();
        }
    }

    @Override
    public boolean isPushExpected() {
        return pushed.isExpected();
    }

    @Override
    public void onPushPromise(int streamId, int promisedId, byte[] block, int from, int to) throws HTTP2Exception {
        PromiseDecoder promise = new PromiseDecoder();
        boolean tooLarge;
        try {
            adjustTable();
            tooLarge = !decoder.decodePromise(block, from, to, promise);
        } catch (HpackException x) {
            throw HTTP2Exception.connection(ErrorCode.COMPRESSION_ERROR, x.getMessage());
        }
        charge(tooLarge ? 1 + decoder.getExcess() : 1, "PUSH_PROMISE frames");
        ClientStream parent = find(streamId);
        if (parent == null) {
            onAbsent(streamId, "PUSH_PROMISE", SMALL_FRAME);
        } else if (parent.isPushed() || parent.isRemotelyClosed()) {
            throw HTTP2Exception.connection(
                    ErrorCode.PROTOCOL_ERROR,
                    "PUSH_PROMISE on stream " + streamId + " (expected: on an open one of the client)");
        }
        pushed.promised(parent, promisedId, promise, tooLarge);
    }

    @Override
    public void onHeaders(int streamId, byte[] block, int from, int to, boolean endStream, boolean selfDependent)
            throws HTTP2Exception {
        ClientStream stream = find(streamId);
        boolean trailers = stream != null && stream.isHeadReceived();
        try {
            // decoded whatever becomes of them, as the table depends on it
            adjustTable();
            decoder.decode(block, from, to, trailers);
        } catch (HpackException x) {
            throw HTTP2Exception.connection(ErrorCode.COMPRESSION_ERROR, x.getMessage());
        }
        if (decoder.isTooLarge()) {
            // fields that few octets stand for cost as much as if they had come
            charge(1 + decoder.getExcess(), "fields beyond their limit");
        }
        if (stream == null) {
            onAbsent(streamId, "HEADERS", 0);
            return;
        }
        if (stream.isRemotelyClosed()) {
            throw HTTP2Exception.stream(streamId, ErrorCode.STREAM_CLOSED_ERROR, "HEADERS after the end of the stream");
        }
        String malformed = decoder.getMalformed();
        if (selfDependent) {
            malformed = "stream that depends on itself";
        } else if (trailers && !endStream) {
            malformed = "trailers that do not end the stream";
        }
        if (malformed != null) {
            throw HTTP2Exception.stream(streamId, ErrorCode.PROTOCOL_ERROR, "malformed response: " + malformed);
        }
        if (decoder.isTooLarge()) {
            throw HTTP2Exception.stream(
                    streamId, ErrorCode.ENHANCE_YOUR_CALM_ERROR, "response fields larger than the limit");
        }
        HttpFields fields = decoder.takeFields();
        if (trailers) {
            connection.offer(stream.onTrailers(fields));
            return;
        }
        if (decoder.getStatus() < 200) {
            charge(1, "interim responses");
        }
        connection.offer(stream.onHead(decoder.getStatus(), fields, decoder.getContentLength(), endStream));
    }

    @Override
    public void onContinuation(int streamId, int length) throws HTTP2Exception {
        if (length < SMALL_CONTINUATION) {
            charge(1, "small CONTINUATION frames");
        }
    }

    @Override
    public void onData(
            int streamId, ByteBuffer buffer, int position, int length, int controlled, boolean first, boolean endStream)
            throws HTTP2Exception {
        if (controlled > 0) {
            output.received(controlled);
        }
        ClientStream stream = find(streamId);
        if (stream != null && !stream.isRemotelyClosed()) {
            if (first && length == 0 && !endStream) {
                charge(1, "DATA frames without content");
            } else if (length >= SMALL_FRAME) {
                try (AutoLock l = output.lock()) {
                    costs.earnAnswer();
                }
            }
            try {
                connection.offer(stream.onContent(connection.input(), position, length, controlled, endStream));
            } catch (HTTP2Exception x) {
                // what is refused counts for the connection (section 6.9), and nobody will consume it
                output.consumed(0, controlled);
                throw x;
            }
            return;
        }
        if (controlled > 0) {
            output.consumed(streamId, controlled);
        }
        if (stream != null) {
            throw HTTP2Exception.stream(streamId, ErrorCode.STREAM_CLOSED_ERROR, "DATA after the end of the stream");
        }
        onAbsent(streamId, "DATA", controlled);
    }

    @Override
    public void onPriority(int streamId) throws HTTP2Exception {
        charge(1, "PRIORITY frames");
    }

    @Override
    public void onReset(int streamId, int code) throws HTTP2Exception {
        checkNotIdle(streamId, "RST_STREAM");
        ClientStream stream;
        boolean complete;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(streamId);
            complete = stream != null && stream.isRemotelyClosed();
            if (stream != null) {
                output.streams().remove(stream, StreamTable.Closed.RESET_THERE);
                stream.close();
            } else if (output.streams().how(streamId) == StreamTable.Closed.UNKNOWN) {
                output.streams().remember(streamId, StreamTable.Closed.RESET_THERE);
            }
        }
        if (stream == null) {
            connection.call(listener -> listener.onReset(connection, new ResetFrame(streamId, code)));
        } else if (code == ErrorCode.REFUSED_STREAM_ERROR.code) {
            connection.offer(stream.onFailure(code, ClientConnection.notProcessed("refused by the server")));
        } else {
            connection.offer(stream.onReset(code, complete && code == ErrorCode.NO_ERROR.code));
        }
        // last: the end of the connection would not reach a stream that is not in the table any longer
        charge(1, "streams that are reset");
    }

    @Override
    public void onSetting(int key, int value) throws HTTP2Exception {
        settings.put(key, value);
        switch (key) {
            case FrameType.SETTINGS_HEADER_TABLE_SIZE -> output.setHeaderTableSize(value);
            case FrameType.SETTINGS_INITIAL_WINDOW_SIZE -> output.setInitialWindow(value);
            case FrameType.SETTINGS_MAX_FRAME_SIZE -> output.setMaxFrameSize(value);
            case FrameType.SETTINGS_MAX_CONCURRENT_STREAMS -> connection.setMaxConcurrentStreams(value);
            case FrameType.SETTINGS_ENABLE_PUSH -> {
                if (value != 0) {
                    throw HTTP2Exception.connection(
                            ErrorCode.PROTOCOL_ERROR, "ENABLE_PUSH of a server: " + value + " (expected: 0)");
                }
            }
            default -> {
                // of no concern to the connection; listeners are given all of them
            }
        }
    }

    @Override
    public void onSettingsEnd(int keys) throws HTTP2Exception {
        charge(1, "SETTINGS frames");
        output.writeSettingsAck();
        SettingsFrame frame = new SettingsFrame(settings, false);
        settings.clear();
        connection.call(listener -> listener.onSettings(connection, frame));
    }

    @Override
    public void onSettingsAck() throws HTTP2Exception {
        charge(1, "SETTINGS frames");
        offered.acknowledge();
        connection.call(listener -> listener.onSettings(connection, new SettingsFrame(Map.of(), true)));
    }

    @Override
    public void onPing(boolean ack, long opaque) throws HTTP2Exception {
        charge(1, "PING frames");
        if (!ack) {
            output.writePingAck(opaque);
        }
        connection.call(listener -> listener.onPing(connection, new PingFrame(opaque, ack)));
    }

    @Override
    public void onGoAway(int lastStreamId, int code, String reason) throws HTTP2Exception {
        charge(1, "GOAWAY frames");
        byte[] payload = reason.isEmpty() ? null : reason.getBytes(StandardCharsets.US_ASCII);
        connection.onGoAway(new GoAwayFrame(lastStreamId, code, payload));
    }

    @Override
    public void onWindowUpdate(int streamId, int increment) throws HTTP2Exception {
        if (increment < SMALL_WINDOW_UPDATE) {
            try (AutoLock l = output.lock()) {
                costs.chargeUpdate();
            }
        }
        if (streamId == 0) {
            output.openSessionWindow(increment);
            return;
        }
        checkNotIdle(streamId, "WINDOW_UPDATE");
        ClientStream stream = find(streamId);
        if (stream != null) {
            output.openStreamWindow(stream, increment);
        }
    }

    @Override
    public void onUnknown(int type) throws HTTP2Exception {
        charge(1, "frames of unknown types");
    }

    /** Resets a stream for what the server did wrong on it, at its expense. */
    void failStream(HTTP2Exception error) throws HTTP2Exception {
        ClientStream stream;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(error.getStreamId());
            if (stream != null) {
                output.reset(stream, error.getCode());
            }
        }
        if (stream != null) {
            EofException cause = new EofException(error.getMessage());
            cause.initCause(error);
            connection.offer(stream.onFailure(error.getCode().code, cause));
        }
        charge(1, "errors of streams");
    }

    private void charge(int events, String what) throws HTTP2Exception {
        try (AutoLock l = output.lock()) {
            costs.charge(events, what);
        }
    }
}
