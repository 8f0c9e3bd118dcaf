package org.eclipse.jetty.tests;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Speaks as much of HTTP/2 in clear text (RFC 9113, with prior knowledge) as requests need that come one after the other. Confined
 * to its thread.
 */
final class H2cLoadConnection implements LoadConnection {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    /** {@code :status: 200} of the static table (RFC 7541, appendix A); the table of the peer is not followed. */
    private static final int STATUS_200 = 0x88;

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final DataOutputStream out;
    private final byte[] fields;
    private int stream = -1;
    private int lastStream = Integer.MAX_VALUE;
    private boolean goingAway;

    H2cLoadConnection(int port, String path) throws IOException {
        fields = fields(path);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LoadClient.TIMEOUT_MILLIS);
        socket.setSoTimeout(LoadClient.TIMEOUT_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        out.write(PREFACE.getBytes(StandardCharsets.US_ASCII));
        // SETTINGS_HEADER_TABLE_SIZE 0: no field of a response refers to one before
        write(SETTINGS, 0, 0, new byte[] {0, 1, 0, 0, 0, 0});
        out.flush();
    }

    /** GET, http, path and authority, without indexing and Huffman coding (RFC 7541, section 6). */
    private static byte[] fields(String path) throws IOException {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        fields.write(0x82);
        fields.write(0x86);
        literal(fields, 4, path);
        literal(fields, 1, "localhost");
        return fields.toByteArray();
    }

    private static void literal(ByteArrayOutputStream fields, int name, String value) throws IOException {
        fields.write(name);
        fields.write(value.length());
        fields.write(value.getBytes(StandardCharsets.US_ASCII));
    }

    private void write(int type, int flags, int id, byte[] payload) throws IOException {
        out.writeByte(0);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(id);
        out.write(payload);
    }

    @Override
    public int exchange() throws IOException {
        stream += 2;
        write(HEADERS, END_STREAM | END_HEADERS, stream, fields);
        out.flush();
        int status = UNPROCESSED;
        while (stream <= lastStream) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int id = in.readInt() & Integer.MAX_VALUE;
            byte[] payload = new byte[length];
            in.readFully(payload);
            answer(type, flags, payload);
            if (id != stream) {
                continue;
            }
            if (type == RST_STREAM) {
                throw new IOException("reset by " + payload[3]);
            }
            if (type == HEADERS && status == UNPROCESSED) {
                status = status(payload);
            }
            if ((type == HEADERS || type == DATA) && (flags & END_STREAM) != 0) {
                return status;
            }
        }
        return UNPROCESSED;
    }

    private static int status(byte[] payload) {
        int first = 0;
        // an update of the size of the table comes before
        while ((payload[first] & 0xe0) == 0x20) {
            first++;
        }
        return (payload[first] & 0xff) == STATUS_200 ? 200 : -1;
    }

    private void answer(int type, int flags, byte[] payload) throws IOException {
        switch (type) {
            case SETTINGS -> {
                if ((flags & ACK) == 0) {
                    write(SETTINGS, ACK, 0, new byte[0]);
                }
            }
            case PING -> {
                if ((flags & ACK) == 0) {
                    write(PING, ACK, 0, payload);
                }
            }
            case DATA -> {
                if (payload.length > 0) {
                    write(WINDOW_UPDATE, 0, 0, new byte[] {0, 0, (byte) (payload.length >> 8), (byte) payload.length});
                }
            }
            case GOAWAY -> {
                lastStream = (payload[0] & 0x7f) << 24
                        | (payload[1] & 0xff) << 16
                        | (payload[2] & 0xff) << 8
                        | payload[3] & 0xff;
                if (payload[7] != 0) {
                    throw new IOException("GOAWAY with the error " + payload[7]);
                }
                goingAway = true;
            }
            default -> {
                // of no meaning for a request
            }
        }
        out.flush();
    }

    @Override
    public boolean isLast() {
        return goingAway;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
