package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameParser;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackEncoder;

/** A client that does what a test tells it, and nothing else but to acknowledge settings. */
public final class Http2Client implements Closeable, FrameParser.Listener {
    /** What came for a stream. */
    public static final class Response {
        public int status;
        final StringBuilder interim = new StringBuilder();
        /** The heads of all its responses, as text of HTTP/1.1. */
        final StringBuilder heads = new StringBuilder();

        public final Map<String, String> fields = new TreeMap<>();
        public final Map<String, String> trailers = new TreeMap<>();
        public final StringBuilder content = new StringBuilder();
        long length;
        boolean ended;
        ErrorCode reset;

        public boolean isDone() {
            return ended || reset != null;
        }

        /** The error with which the server reset the stream; null if it did not. */
        public ErrorCode reset() {
            return reset;
        }
    }

    final Socket socket;
    final Map<Integer, Response> responses = new HashMap<>();
    final HpackEncoder encoder = new HpackEncoder(4096);
    private final HpackDecoder decoder = new HpackDecoder(0);
    private final FrameParser parser = new FrameParser(this, 16384, 1 << 20, 64, 0);
    private final byte[] bytes = new byte[65536];
    private ByteBuffer out = ByteBuffer.allocate(1 << 22);
    private ByteBuffer in = ByteBuffer.allocate(0);
    /** Whether names are sent as they are given. */
    boolean rawField;

    private final Map<Integer, Integer> windows = new HashMap<>();
    private final Map<Integer, Long> sent = new HashMap<>();
    private long initialWindow = 65535;
    boolean keepContent = true;
    boolean openWindows = true;
    int settings;
    int settingsAcks;
    int pings;
    ErrorCode goAway;
    String goAwayReason;
    int lastStreamId;
    boolean ended;
    private int updates;
    private int next = 1;

    /** Connects with prior knowledge, and sends the preface and settings. */
    public Http2Client(int port, int... settings) throws IOException {
        this(new Socket("localhost", port));
        out.put(FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII));
        FrameWriter.settings(out, settings);
    }

    public Http2Client(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(30_000);
        socket.setTcpNoDelay(true);
    }

    ByteBuffer out() {
        if (out.remaining() < 1 << 17) {
            out = ByteBuffer.allocate(out.capacity() * 2).put(out.flip());
        }
        return out;
    }

    public Response response(int stream) {
        return responses.computeIfAbsent(stream, s -> new Response());
    }

    /** Queues a request; names and values in turn, pseudo-fields that are not given are those of a GET. */
    public int request(boolean end, String path, String... fields) {
        int stream = next;
        next += 2;
        request(stream, end, path, fields);
        return stream;
    }

    void request(int stream, boolean end, String path, String... fields) {
        encoder.begin();
        String method = fields.length > 1 && fields[0].equals(":method") ? fields[1] : "GET";
        encoder.field(new HttpField(":method", method));
        encoder.field(new HttpField(":scheme", "http"));
        encoder.field(new HttpField(":authority", "localhost"));
        encoder.field(new HttpField(":path", path));
        for (int i = method.equals("GET") && !(fields.length > 1 && fields[0].equals(":method")) ? 0 : 2;
                i < fields.length;
                i += 2) {
            encoder.field(new HttpField(fields[i], fields[i + 1]));
        }
        byte[] block = java.util.Arrays.copyOf(encoder.array(), encoder.length());
        int length = block.length;
        if (rawField) {
            // a literal that the encoder, which knows no upper case, does not write
            byte[] name = fields[0].getBytes(StandardCharsets.US_ASCII);
            block = java.util.Arrays.copyOf(block, length + name.length + 3);
            block[length + 1] = (byte) name.length;
            System.arraycopy(name, 0, block, length + 2, name.length);
            length = block.length;
            rawField = false;
        }
        FrameWriter.headers(out(), stream, block, length, 16384, end);
    }

    /** Waits until both windows were opened; returns by how much they may both be used now. */
    int awaitWindow(int stream, int[] used) throws IOException {
        readUntil(() -> windows.getOrDefault(0, 0) > 0 && windows.getOrDefault(stream, 0) > 0 || goAway != null);
        int both = Math.min(windows.getOrDefault(0, 0), windows.getOrDefault(stream, 0));
        windows.merge(0, -both, Integer::sum);
        windows.merge(stream, -both, Integer::sum);
        used[0] += both;
        return both;
    }

    /** Sends content as the windows let it, until the stream is answered. */
    void send(int stream, ByteBuffer content) throws IOException {
        while (content.hasRemaining() && !response(stream).isDone() && goAway == null && !ended) {
            long window = Math.min(
                    65535 + windows.getOrDefault(0, 0) - sent.getOrDefault(0, 0L),
                    initialWindow + windows.getOrDefault(stream, 0) - sent.getOrDefault(stream, 0L));
            if (window <= 0) {
                int before = updates;
                readUntil(() -> updates != before || response(stream).isDone() || goAway != null);
                continue;
            }
            byte[] piece = new byte[(int) Math.min(window, Math.min(content.remaining(), 16384))];
            content.get(piece);
            data(stream, false, piece);
            sent.merge(0, (long) piece.length, Long::sum);
            sent.merge(stream, (long) piece.length, Long::sum);
        }
    }

    /** Queues exactly these fields. */
    public void fields(int stream, boolean end, String... fields) {
        encoder.begin();
        for (int i = 0; i < fields.length; i += 2) {
            encoder.field(new HttpField(fields[i], fields[i + 1]));
        }
        FrameWriter.headers(out(), stream, encoder.array(), encoder.length(), 16384, end);
        next = Math.max(next, stream + 2);
    }

    public void data(int stream, boolean end, String content) {
        data(stream, end, content.getBytes(StandardCharsets.ISO_8859_1));
    }

    void data(int stream, boolean end, byte[] content) {
        FrameWriter.header(out(), content.length, FrameType.DATA, end ? FrameType.END_STREAM : 0, stream);
        out.put(content);
    }

    void frame(int type, int flags, int stream, byte[] payload) {
        FrameWriter.header(out(), payload.length, type, flags, stream);
        out.put(payload);
    }

    void flush() throws IOException {
        if (out.position() > 0) {
            socket.getOutputStream().write(out.array(), 0, out.position());
            out.clear();
        }
    }

    /** Reads until something is so, the end, or ten seconds without bytes. */
    public void readUntil(java.util.function.BooleanSupplier done) throws IOException {
        flush();
        InputStream input = socket.getInputStream();
        while (!done.getAsBoolean() && !ended) {
            if (!in.hasRemaining()) {
                int length;
                try {
                    length = input.read(bytes);
                } catch (java.net.SocketException x) {
                    length = -1;
                }
                if (length < 0) {
                    ended = true;
                    return;
                }
                in = takePromises(length);
            }
            try {
                parser.parse(in);
            } catch (HTTP2Exception x) {
                throw new IOException(x);
            }
            if (out.position() > 0) {
                try {
                    flush();
                } catch (java.net.SocketException x) {
                    // the server has ended, which what it sent before tells
                    out.clear();
                }
            }
        }
    }

    /** The promises of the server, by the stream that is promised. */
    public final Map<Integer, Promise> promises = new TreeMap<>();

    /**
     * A promise (RFC 9113, section 6.6).
     *
     * @param stream on which it came
     * @param answered whether the head of the response on that stream had come
     */
    public record Promise(int stream, boolean answered, Map<String, String> fields) {}

    private byte[] incomplete = new byte[0];

    /** What was read, without PUSH_PROMISE frames, which the parser of a server refuses. */
    private ByteBuffer takePromises(int length) throws IOException {
        byte[] all = java.util.Arrays.copyOf(incomplete, incomplete.length + length);
        System.arraycopy(bytes, 0, all, incomplete.length, length);
        ByteBuffer frames = ByteBuffer.wrap(all);
        ByteBuffer others = ByteBuffer.allocate(all.length);
        while (frames.remaining() >= FrameType.HEADER_LENGTH) {
            int at = frames.position();
            int payload = frames.getInt(at) >>> 8;
            int end = at + FrameType.HEADER_LENGTH + payload;
            if (end > frames.limit()) {
                break;
            }
            if (frames.get(at + 3) == FrameType.PUSH_PROMISE) {
                // what came before counts when it came
                parseBefore(others);
                int stream = frames.getInt(at + 5);
                promises.put(
                        frames.getInt(at + 9),
                        new Promise(stream, response(stream).status != 0, fields(all, at + 13, end)));
            } else {
                others.put(all, at, end - at);
            }
            frames.position(end);
        }
        incomplete = java.util.Arrays.copyOfRange(all, frames.position(), all.length);
        return others.flip();
    }

    private void parseBefore(ByteBuffer others) throws IOException {
        try {
            others.flip();
            while (others.hasRemaining()) {
                parser.parse(others);
            }
        } catch (HTTP2Exception x) {
            throw new IOException(x);
        }
        others.clear();
    }

    private Map<String, String> fields(byte[] block, int from, int to) {
        Map<String, String> found = new TreeMap<>();
        try {
            decoder.decode(block, from, to, new HpackDecoder.Fields() {
                @Override
                public void onField(HttpField field) {
                    found.merge(field.getLowerCaseName(), field.getValue(), (a, b) -> a + ", " + b);
                }

                @Override
                public void onBadField(String reason) {
                    throw new AssertionError(reason);
                }
            });
        } catch (org.eclipse.jetty.http2.hpack.HpackException x) {
            throw new AssertionError(x);
        }
        return found;
    }

    public Response await(int stream) throws IOException {
        readUntil(() -> response(stream).isDone() || goAway != null);
        return response(stream);
    }

    /** The error with which the server ends the connection. */
    ErrorCode awaitGoAway() throws IOException {
        readUntil(() -> goAway != null);
        return goAway;
    }

    @Override
    public void onData(
            int stream, ByteBuffer buffer, int position, int length, int controlled, boolean f, boolean end) {
        Response response = response(stream);
        response.length += length;
        if (keepContent) {
            for (int i = 0; i < length; i++) {
                response.content.append((char) (buffer.get(position + i) & 0xff));
            }
        }
        response.ended |= end;
        if (openWindows && controlled > 0) {
            FrameWriter.windowUpdate(out(), 0, controlled);
            if (!end) {
                FrameWriter.windowUpdate(out(), stream, controlled);
            }
        }
    }

    @Override
    public void onHeaders(int stream, byte[] block, int from, int to, boolean end, boolean self) {
        Response response = response(stream);
        Map<String, String> found = new TreeMap<>();
        StringBuilder head = new StringBuilder();
        try {
            decoder.decode(block, from, to, new HpackDecoder.Fields() {
                @Override
                public void onField(HttpField field) {
                    found.put(field.getLowerCaseName(), field.getValue());
                    if (!field.getName().startsWith(":")) {
                        head.append(conventional(field)).append(": ");
                        head.append(field.getValue()).append("\r\n");
                    }
                }

                @Override
                public void onBadField(String reason) {
                    throw new AssertionError(reason);
                }
            });
        } catch (org.eclipse.jetty.http2.hpack.HpackException x) {
            throw new AssertionError(x);
        }
        String status = found.remove(":status");
        if (status == null) {
            response.trailers.putAll(found);
        } else if (status.startsWith("1")) {
            response.interim.append(status).append(found);
        } else {
            response.status = Integer.parseInt(status);
            response.fields.putAll(found);
        }
        if (status != null) {
            int code = Integer.parseInt(status);
            response.heads.append("HTTP/1.1 ").append(code).append(' ').append(HttpStatus.getMessage(code));
            response.heads.append("\r\n").append(head).append("\r\n");
        }
        response.ended |= end;
    }

    /** The name of a field in upper and lower case, as it is usual in HTTP/1.1. */
    private static String conventional(HttpField field) {
        if (field.getHeader() != null) {
            return field.getHeader().asString();
        }
        return Pattern.compile("(^|-)([a-z])").matcher(field.getName()).replaceAll(m -> m.group()
                .toUpperCase(Locale.ENGLISH));
    }

    @Override
    public void onContinuation(int streamId, int length) {
        assertThat(streamId).isPositive();
    }

    @Override
    public void onPriority(int streamId) {
        throw new AssertionError("PRIORITY from the server");
    }

    @Override
    public void onReset(int stream, int code) {
        response(stream).reset = ErrorCode.from(code);
    }

    @Override
    public void onSetting(int key, int value) {
        if (key == FrameType.SETTINGS_HEADER_TABLE_SIZE) {
            encoder.setTableCapacity(value);
        } else if (key == FrameType.SETTINGS_INITIAL_WINDOW_SIZE) {
            initialWindow = value;
            updates++;
        }
    }

    @Override
    public void onSettingsEnd(int keys) {
        settings++;
        FrameWriter.settingsAck(out());
    }

    @Override
    public void onSettingsAck() {
        settingsAcks++;
    }

    @Override
    public void onPing(boolean ack, long opaque) {
        pings++;
    }

    @Override
    public void onGoAway(int last, int code, String reason) {
        goAway = ErrorCode.from(code);
        lastStreamId = last;
    }

    @Override
    public void onWindowUpdate(int streamId, int increment) {
        assertThat(increment).isPositive();
        windows.merge(streamId, increment, Integer::sum);
        updates++;
    }

    @Override
    public void onUnknown(int type) {
        throw new AssertionError("frame of type " + type);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
