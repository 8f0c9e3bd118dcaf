package org.eclipse.jetty.websocket.core.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.websocket.core.util.WebSocketUtils;

/**
 * Sends and receives WebSocket frames byte by byte, so that it can be wrong on purpose: as a client, or as the server that a
 * client was accepted by.
 */
public final class RawClient implements AutoCloseable {
    private static final byte[] KEY = {0x12, 0x34, 0x56, 0x78};

    /** A frame as it came. */
    public record RawFrame(int first, byte[] payload) {
        public int opcode() {
            return first & 0x0f;
        }

        public boolean fin() {
            return (first & 0x80) != 0;
        }

        public boolean rsv1() {
            return (first & 0x40) != 0;
        }

        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        /** The code of a Close; 1005 for none. */
        public int code() {
            return payload.length < 2 ? 1005 : (payload[0] & 0xff) << 8 | payload[1] & 0xff;
        }

        @Override
        public String toString() {
            return "opcode=" + opcode() + ",fin=" + fin() + ",length=" + payload.length
                    + (opcode() == 8 ? ",code=" + code() : "");
        }
    }

    private final Socket socket;
    private final boolean client;
    private final DataInputStream in;
    private final OutputStream out;
    private String head;

    private RawClient(Socket socket, boolean client, InputStream in, OutputStream out) {
        this.socket = socket;
        this.client = client;
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /** Upgrades by HTTP/1.1, or by HTTP/2. */
    public static RawClient open(int port, boolean http2, String path, String... fields) throws IOException {
        return open(connect(port), http2, path, fields);
    }

    /** Upgrades by HTTP/1.1, or by HTTP/2, on a connection. */
    public static RawClient open(Socket socket, boolean http2, String path, String... fields) throws IOException {
        return http2 ? openHttp2(socket, path, fields) : openHttp1(socket, path, fields);
    }

    /** Upgrades by HTTP/1.1, on a connection with little room for what is not read. */
    public static RawClient openSlow(int port, String path, String... fields) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(8 * 1024);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress("localhost", port));
        return open(socket, false, path, fields);
    }

    /** Accepts a client, and upgrades its connection. */
    public static RawClient accept(ServerSocket server, String... fields) throws IOException {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        RawClient accepted = new RawClient(
                socket, false, new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
        accepted.head = accepted.readHead();
        String key = accepted.head
                .lines()
                .filter(line -> line.startsWith("Sec-WebSocket-Key: "))
                .findFirst()
                .orElseThrow()
                .substring("Sec-WebSocket-Key: ".length());
        StringBuilder more = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            more.append(fields[i]).append(": ").append(fields[i + 1]).append("\r\n");
        }
        accepted.raw(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + WebSocketUtils.hashKey(key) + "\r\n" + more + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        return accepted;
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static RawClient openHttp2(Socket socket, String path, String... fields) throws IOException {
        String[] all = new String[fields.length + 2];
        all[0] = "sec-websocket-version";
        all[1] = "13";
        for (int i = 0; i < fields.length; i++) {
            all[2 + i] = i % 2 == 0 ? fields[i].toLowerCase(java.util.Locale.ENGLISH) : fields[i];
        }
        H2Tunnel tunnel = H2Tunnel.open(socket, path, all);
        return new RawClient(socket, true, tunnel.getInputStream(), tunnel.getOutputStream());
    }

    private static RawClient openHttp1(Socket socket, String path, String... fields) throws IOException {
        StringBuilder more = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            more.append(fields[i]).append(": ").append(fields[i + 1]).append("\r\n");
        }
        RawClient client = request(socket, """
                GET %s HTTP/1.1
                Host: localhost
                Upgrade: websocket
                Connection: Upgrade
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
                Sec-WebSocket-Version: 13
                """.formatted(path).replace("\n", "\r\n") + more + "\r\n");
        if (!client.head.startsWith("HTTP/1.1 101 ")) {
            throw new IOException(client.head);
        }
        return client;
    }

    /** Sends a request as it is, and reads the head of the response. */
    public static RawClient request(int port, String request) throws IOException {
        return request(connect(port), request);
    }

    private static RawClient request(Socket socket, String request) throws IOException {
        RawClient client =
                new RawClient(socket, true, new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
        client.out.write(request.getBytes(StandardCharsets.ISO_8859_1));
        client.head = client.readHead();
        return client;
    }

    private String readHead() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (!bytes.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                break;
            }
            bytes.write(b);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    public String head() {
        return head;
    }

    public Socket socket() {
        return socket;
    }

    /** A masked frame as bytes. */
    public static byte[] frame(int first, byte[] payload) {
        return frame(first, payload, true);
    }

    public static byte[] frame(int first, byte[] payload, boolean masked) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int bit = masked ? 0x80 : 0;
        bytes.write(first);
        if (payload.length < 126) {
            bytes.write(bit | payload.length);
        } else if (payload.length < 65536) {
            bytes.write(bit | 126);
            bytes.write(payload.length >> 8);
            bytes.write(payload.length);
        } else {
            bytes.write(bit | 127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                bytes.write((int) ((long) payload.length >> shift));
            }
        }
        if (masked) {
            bytes.writeBytes(KEY);
        }
        for (int i = 0; i < payload.length; i++) {
            bytes.write(masked ? payload[i] ^ KEY[i & 3] : payload[i]);
        }
        return bytes.toByteArray();
    }

    public void send(int first, byte[] payload) throws IOException {
        raw(frame(first, payload, client));
    }

    public void text(String text) throws IOException {
        send(0x81, text.getBytes(StandardCharsets.UTF_8));
    }

    public void close(int code) throws IOException {
        send(0x88, new byte[] {(byte) (code >> 8), (byte) code});
    }

    /** Sends bytes as they are. */
    public void raw(byte... bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Sends bytes in pieces of a size. */
    public void chopped(byte[] bytes, int size) throws IOException {
        for (int i = 0; i < bytes.length; i += size) {
            out.write(bytes, i, Math.min(size, bytes.length - i));
            out.flush();
        }
    }

    /** Reads a frame; null at the end. */
    public RawFrame read() throws IOException {
        int first;
        try {
            first = in.read();
        } catch (java.net.SocketException x) {
            return null;
        }
        if (first < 0) {
            return null;
        }
        long length = in.readUnsignedByte();
        if ((length & 0x80) != 0 == client) {
            throw new IOException(client ? "masked frame of a server" : "frame of a client without a mask");
        }
        length &= 0x7f;
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = in.readLong();
        }
        byte[] mask = in.readNBytes(client ? 0 : 4);
        byte[] payload = in.readNBytes((int) length);
        if (payload.length < length) {
            throw new EOFException("within a frame");
        }
        for (int i = 0; i < payload.length && !client; i++) {
            payload[i] ^= mask[i & 3];
        }
        return new RawFrame(first, payload);
    }

    /** Reads a message, whatever its fragments. */
    public RawFrame message() throws IOException {
        RawFrame frame = read();
        if (frame == null || frame.fin()) {
            return frame;
        }
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(frame.payload());
        RawFrame next;
        do {
            next = read();
            payload.writeBytes(next.payload());
        } while (!next.fin());
        return new RawFrame(frame.first() | 0x80, payload.toByteArray());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
