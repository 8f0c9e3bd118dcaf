package org.eclipse.jetty.client;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server of raw bytes: each connection is handled by a script, in a thread of its own. */
final class RawServer implements Closeable {
    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /** What a connection does, with the number of the connection. */
    interface Script {
        void run(Socket socket, int connection) throws IOException;
    }

    RawServer(Script script) throws IOException {
        this(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), script);
    }

    RawServer(ServerSocket server, Script script) {
        this.server = server;
        Thread acceptor = new Thread(() -> accept(script));
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** Answers every request of every connection with the same bytes. */
    static RawServer answering(String response) throws IOException {
        return new RawServer((socket, connection) -> {
            while (!readHead(socket).isEmpty()) {
                write(socket, response);
            }
        });
    }

    /** Answers the first request of a connection, and closes it. */
    static RawServer closingAfter(byte[] response, int length) throws IOException {
        return new RawServer((socket, connection) -> {
            readHead(socket);
            socket.getOutputStream().write(response, 0, length);
        });
    }

    private void accept(Script script) {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                int number = sockets.size();
                Thread thread = new Thread(() -> {
                    try (socket) {
                        script.run(socket, number);
                    } catch (IOException x) {
                        // the client has closed
                    }
                });
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException x) {
            // closed
        }
    }

    String getUri() {
        return "http://localhost:" + server.getLocalPort() + "/";
    }

    int getConnectionCount() {
        return sockets.size();
    }

    /** Reads up to an empty line; empty at the end. */
    static String readHead(Socket socket) throws IOException {
        InputStream input = socket.getInputStream();
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = input.read();
            if (b < 0) {
                return "";
            }
            head.write(b);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
