package org.eclipse.jetty.proxy;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server that echoes the content of requests with a length, and that can be killed and started again at the same port. A kill resets its
 * connections, whatever they are at.
 */
final class KillableServer implements Closeable {
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int port;
    private ServerSocket server;

    KillableServer() throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        port = server.getLocalPort();
        accept(server);
    }

    int port() {
        return port;
    }

    void kill() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException x) {
                // closed by the other side
            }
        }
        sockets.clear();
    }

    void restart() throws IOException {
        server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        accept(server);
    }

    @Override
    public void close() throws IOException {
        kill();
    }

    private void accept(ServerSocket from) {
        start(() -> {
            try {
                while (true) {
                    Socket socket = from.accept();
                    sockets.add(socket);
                    if (from.isClosed()) {
                        socket.close();
                    }
                    start(() -> serve(socket));
                }
            } catch (IOException x) {
                // killed
            }
        });
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "killable-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream input = new BufferedInputStream(socket.getInputStream());
            while (true) {
                int length = readLength(input);
                byte[] content = input.readNBytes(length);
                if (content.length < length) {
                    return;
                }
                byte[] head = ("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
                byte[] response = new byte[head.length + length];
                System.arraycopy(head, 0, response, 0, head.length);
                System.arraycopy(content, 0, response, head.length, length);
                socket.getOutputStream().write(response);
            }
        } catch (IOException x) {
            // killed, or the proxy has closed
        } finally {
            sockets.remove(socket);
        }
    }

    /** Reads a head; returns the length of the content. */
    private static int readLength(InputStream input) throws IOException {
        int length = 0;
        StringBuilder line = new StringBuilder();
        while (true) {
            int b = input.read();
            if (b < 0) {
                throw new IOException("the end");
            }
            if (b != '\n') {
                line.append((char) b);
                continue;
            }
            String text = line.toString().strip();
            line.setLength(0);
            if (text.isEmpty()) {
                return length;
            }
            if (text.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(text.substring(15).strip());
            }
        }
    }
}
