package org.eclipse.jetty.proxy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http2.server.Http2Client;

/** A client that asks for WebSocket, and what it sends and reads as bytes. */
final class UpgradeClient implements AutoCloseable {
    static final String REQUEST = "GET /chat HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

    /** The answer to the key of {@link #REQUEST} (RFC 6455, section 1.3). */
    static final String ACCEPT = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n";

    private final Socket socket;

    UpgradeClient(int port) throws IOException {
        socket = new Socket("localhost", port);
        socket.setSoTimeout(10_000);
    }

    /** Asks by the first stream of a connection of HTTP/2 (RFC 8441, section 4). */
    static void ask(Http2Client client, String path) {
        client.fields(
                1,
                false,
                ":method",
                "CONNECT",
                ":protocol",
                "websocket",
                ":scheme",
                "http",
                ":path",
                path,
                ":authority",
                "localhost",
                "sec-websocket-version",
                "13");
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    String read(int length) throws IOException {
        byte[] bytes = new byte[length];
        new DataInputStream(socket.getInputStream()).readFully(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Reads one byte; -1 at the end. */
    int read() throws IOException {
        return socket.getInputStream().read();
    }

    String readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            head.append(read(1));
        }
        return head.toString();
    }

    void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
