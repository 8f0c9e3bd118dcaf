package org.eclipse.jetty.websocket.core.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http2.hpack.HpackDecoder;

/** One stream of an HTTP/2 connection, opened by extended CONNECT (RFC 8441), as a pair of plain streams. */
final class H2Tunnel {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int MAX_FRAME = 16 * 1024;

    private final Socket socket;
    private final DataInputStream in;
    private byte[] data = new byte[0];
    private int position;
    private boolean ended;
    private int window = 65535;
    private int streamWindow = 65535;

    private H2Tunnel(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
    }

    /** Opens a tunnel; throws if the response is not 200. */
    static H2Tunnel open(Socket socket, String path, String... fields) throws IOException {
        H2Tunnel tunnel = ask(socket, path, fields);
        // :status 200 is one entry of the static table
        if (tunnel.data.length == 0 || (tunnel.data[0] & 0xff) != 0x88) {
            throw new IOException("the response is not 200");
        }
        tunnel.data = new byte[0];
        tunnel.position = 0;
        return tunnel;
    }

    /** Asks for a tunnel; returns the status of the response. */
    static int status(Socket socket, String path, String... fields) throws Exception {
        byte[] head = ask(socket, path, fields).data;
        int[] status = new int[1];
        new HpackDecoder(0).decode(head, 0, head.length, new HpackDecoder.Fields() {
            @Override
            public void onField(HttpField field) {
                if (field.getName().equals(":status")) {
                    status[0] = Integer.parseInt(field.getValue());
                }
            }

            @Override
            public void onBadField(String reason) {
                throw new IllegalStateException(reason);
            }
        });
        return status[0];
    }

    private static H2Tunnel ask(Socket socket, String path, String... fields) throws IOException {
        H2Tunnel tunnel = new H2Tunnel(socket);
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        // the server's windows towards this side: as large as they can be
        tunnel.frame(SETTINGS, 0, 0, new byte[] {0, 4, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff});
        tunnel.frame(WINDOW_UPDATE, 0, 0, new byte[] {0x7f, (byte) 0xff, 0, 0});
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        field(head, ":method", "CONNECT");
        field(head, ":protocol", "websocket");
        field(head, ":scheme", socket instanceof SSLSocket ? "https" : "http");
        field(head, ":path", path);
        field(head, ":authority", "localhost");
        for (int i = 0; i < fields.length; i += 2) {
            field(head, fields[i], fields[i + 1]);
        }
        tunnel.frame(HEADERS, 4, 1, head.toByteArray());
        tunnel.awaitHead();
        return tunnel;
    }

    private static void field(ByteArrayOutputStream to, String name, String value) {
        to.write(0);
        to.write(name.length());
        to.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        to.write(value.length());
        to.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private synchronized void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        byte[] frame = new byte[9 + payload.length];
        frame[0] = (byte) (payload.length >> 16);
        frame[1] = (byte) (payload.length >> 8);
        frame[2] = (byte) payload.length;
        frame[3] = (byte) type;
        frame[4] = (byte) flags;
        frame[8] = (byte) stream;
        System.arraycopy(payload, 0, frame, 9, payload.length);
        socket.getOutputStream().write(frame);
    }

    private void awaitHead() throws IOException {
        while (read() != HEADERS) {
            if (ended) {
                throw new EOFException("no response");
            }
        }
    }

    /** Reads a frame; returns its type. */
    private int read() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        switch (type) {
            case DATA, HEADERS -> {
                data = payload;
                position = 0;
                ended = (flags & 1) != 0;
            }
            case SETTINGS -> {
                if ((flags & 1) == 0) {
                    frame(SETTINGS, 1, 0, new byte[0]);
                    onSettings(payload);
                }
            }
            case PING -> {
                if ((flags & 1) == 0) {
                    frame(PING, 1, 0, payload);
                }
            }
            case WINDOW_UPDATE -> onWindow(stream, payload);
            case RST_STREAM, GOAWAY -> ended = true;
            default -> {}
        }
        return type;
    }

    private synchronized void onSettings(byte[] payload) {
        for (int i = 0; i < payload.length; i += 6) {
            if (payload[i + 1] == 4) {
                int initial = (payload[i + 2] & 0xff) << 24
                        | (payload[i + 3] & 0xff) << 16
                        | (payload[i + 4] & 0xff) << 8
                        | payload[i + 5] & 0xff;
                streamWindow += initial - 65535;
            }
        }
    }

    private synchronized void onWindow(int stream, byte[] payload) {
        int more = (payload[0] & 0xff) << 24 | (payload[1] & 0xff) << 16 | (payload[2] & 0xff) << 8 | payload[3] & 0xff;
        if (stream == 0) {
            window += more;
        } else {
            streamWindow += more;
        }
    }

    InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                while (position == data.length) {
                    if (ended) {
                        return -1;
                    }
                    H2Tunnel.this.read();
                }
                return data[position++] & 0xff;
            }
        };
    }

    OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                int from = offset;
                while (from < offset + length) {
                    int size = Math.min(MAX_FRAME, offset + length - from);
                    while (size > Math.min(window, streamWindow) && position == data.length && !ended) {
                        H2Tunnel.this.read();
                    }
                    window -= size;
                    streamWindow -= size;
                    frame(DATA, 0, 1, java.util.Arrays.copyOfRange(bytes, from, from + size));
                    from += size;
                }
            }
        };
    }
}
