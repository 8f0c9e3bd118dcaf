package org.eclipse.jetty.client;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackEncoder;

/** The server's side of a connection of raw frames. */
final class RawHttp2 {
    private final HpackEncoder encoder = new HpackEncoder(HpackDecoder.DEFAULT_CAPACITY);
    private final ByteBuffer out = ByteBuffer.allocate(1 << 20);
    private final DataInputStream in;
    private final Socket socket;

    /** A frame that the client has sent. */
    record Frame(int type, int flags, int streamId, byte[] payload) {
        boolean isEndStream() {
            return (type == FrameType.DATA || type == FrameType.HEADERS) && (flags & FrameType.END_STREAM) != 0;
        }

        /** Returns the last 4 octets of the payload, such as the code of RST_STREAM. */
        int lastInt() {
            return ByteBuffer.wrap(payload, payload.length - 4, 4).getInt();
        }
    }

    RawHttp2(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(socket.getInputStream());
        in.readNBytes(FrameType.PREFACE.length());
    }

    /** Sends settings, and returns the stream of the first request. */
    int begin(int... settings) throws IOException {
        FrameWriter.settings(out, settings);
        flush();
        return awaitRequest();
    }

    Frame readFrame() throws IOException {
        int head = in.read();
        if (head < 0) {
            throw new EOFException("closed by the client");
        }
        int length = head << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int streamId = in.readInt();
        return new Frame(type, flags, streamId, in.readNBytes(length));
    }

    /** Reads up to the next frame of a type. */
    Frame await(int type) throws IOException {
        Frame frame = readFrame();
        while (frame.type != type) {
            frame = readFrame();
        }
        return frame;
    }

    /** Reads up to the head of a request; returns its stream. */
    int awaitRequest() throws IOException {
        return await(FrameType.HEADERS).streamId;
    }

    /** Reads until the client closes. */
    void awaitEnd() throws IOException {
        while (in.read() >= 0) {
            // what comes is of no interest
        }
    }

    ByteBuffer out() {
        return out;
    }

    RawHttp2 head(int streamId, int status, boolean end, HttpField... fields) {
        encoder.begin();
        if (status > 0) {
            encoder.status(status);
        }
        for (HttpField field : fields) {
            encoder.field(field);
        }
        FrameWriter.headers(out, streamId, encoder.array(), encoder.length(), FrameType.DEFAULT_MAX_FRAME_SIZE, end);
        return this;
    }

    /** Promises a request with these fields, pseudo-fields among them. */
    RawHttp2 promise(int streamId, int promisedId, HttpField... fields) {
        encoder.begin();
        for (HttpField field : fields) {
            encoder.field(field);
        }
        FrameWriter.pushPromise(
                out, streamId, promisedId, encoder.array(), encoder.length(), FrameType.DEFAULT_MAX_FRAME_SIZE);
        return this;
    }

    RawHttp2 data(int streamId, String text, boolean end) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        FrameWriter.header(out, bytes.length, FrameType.DATA, end ? FrameType.END_STREAM : 0, streamId);
        out.put(bytes);
        return this;
    }

    RawHttp2 frame(int type, int flags, int streamId, byte... payload) {
        FrameWriter.header(out, payload.length, type, flags, streamId);
        out.put(payload);
        return this;
    }

    /** Takes what was not sent. */
    byte[] take() {
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes).clear();
        return bytes;
    }

    RawHttp2 flush() throws IOException {
        socket.getOutputStream().write(take());
        socket.getOutputStream().flush();
        return this;
    }
}
