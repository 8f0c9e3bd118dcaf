package org.eclipse.jetty.client;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that forwards requests of one connection to their host, opens tunnels, and notes what it was asked. */
final class TestProxy implements Closeable {
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final RawServer server;
    private final String credentials;
    private final boolean keep;

    private interface Handshake {
        Socket connect(Socket client) throws IOException;
    }

    /**
     * Creates an HTTP proxy.
     *
     * @param credentials the Proxy-Authorization that is required; null for none
     * @param keep whether a connection is kept after a challenge
     */
    static TestProxy http(String credentials, boolean keep) throws IOException {
        return new TestProxy(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), credentials, keep);
    }

    /** Creates an HTTP proxy within TLS. */
    static TestProxy https(ServerSocket server) {
        return new TestProxy(server, null, true);
    }

    private TestProxy(ServerSocket server, String credentials, boolean keep) {
        this.credentials = credentials;
        this.keep = keep;
        this.server = new RawServer(server, (socket, connection) -> relay(socket, this::http));
    }

    private TestProxy(Handshake handshake) throws IOException {
        credentials = null;
        keep = false;
        server = new RawServer((socket, connection) -> relay(socket, handshake));
    }

    /** Creates a proxy of SOCKS 4 and 4A. */
    static TestProxy socks4() throws IOException {
        return new TestProxy(TestProxy::socks4);
    }

    /** @param user with the password, separated by a colon; null for no authentication */
    static TestProxy socks5(String user) throws IOException {
        return new TestProxy(client -> socks5(client, user));
    }

    int getPort() {
        return URI.create(server.getUri()).getPort();
    }

    URI getUri() {
        return URI.create("http://localhost:" + getPort());
    }

    /** Returns the heads of the requests, of which the proxy sees those that are not within a tunnel. */
    List<String> getHeads() {
        return heads;
    }

    int getConnectionCount() {
        return server.getConnectionCount();
    }

    private static void relay(Socket client, Handshake handshake) throws IOException {
        try (Socket target = handshake.connect(client)) {
            if (target == null) {
                return;
            }
            Thread back = new Thread(() -> {
                try {
                    target.getInputStream().transferTo(client.getOutputStream());
                    client.shutdownOutput();
                } catch (IOException x) {
                    // closed
                }
            });
            back.setDaemon(true);
            back.start();
            client.getInputStream().transferTo(target.getOutputStream());
            target.shutdownOutput();
            back.join();
        } catch (InterruptedException x) {
            throw new IOException(x);
        }
    }

    private Socket http(Socket client) throws IOException {
        String head = readHead(client);
        while (credentials != null && !head.contains("Proxy-Authorization: " + credentials + "\r\n")) {
            RawServer.write(
                    client,
                    "HTTP/1.1 407 Needed\r\nProxy-Authenticate: Basic realm=\"proxy\"\r\n"
                            + (keep ? "Content-Length: 2\r\n\r\nno" : "Connection: close\r\n\r\nno"));
            if (!keep) {
                return null;
            }
            head = readHead(client);
            if (head.isEmpty()) {
                return null;
            }
        }
        if (head.isEmpty()) {
            return null;
        }
        String target = head.split(" ")[1];
        if (head.startsWith("CONNECT ")) {
            Socket socket = connect(target);
            RawServer.write(client, "HTTP/1.1 200 Established\r\n\r\n");
            return socket;
        }
        URI uri = URI.create(target);
        Socket socket = connect(uri.getHost() + ":" + uri.getPort());
        RawServer.write(socket, head.replace(target, uri.getRawPath()).replace("\r\n\r\n", "\r\nVia: test\r\n\r\n"));
        return socket;
    }

    private String readHead(Socket client) throws IOException {
        String head = RawServer.readHead(client);
        if (!head.isEmpty()) {
            heads.add(head);
        }
        return head;
    }

    private static Socket connect(String authority) throws IOException {
        int colon = authority.lastIndexOf(':');
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress("localhost", Integer.parseInt(authority.substring(colon + 1))));
        return socket;
    }

    private static Socket socks4(Socket client) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        in.readShort();
        int port = in.readUnsignedShort();
        int address = in.readInt();
        readText(in);
        if (address == 1) {
            readText(in);
        }
        Socket socket = connect(":" + port);
        client.getOutputStream().write(new byte[] {0, 0x5a, 0, 0, 0, 0, 0, 0});
        return socket;
    }

    private static void readText(DataInputStream in) throws IOException {
        while (in.readByte() != 0) {
            // up to its end
        }
    }

    private static Socket socks5(Socket client, String user) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        in.readByte();
        in.readNBytes(in.readUnsignedByte());
        client.getOutputStream().write(new byte[] {5, (byte) (user == null ? 0 : 2)});
        if (user != null) {
            in.readByte();
            String name = new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
            String password = new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
            boolean right = user.equals(name + ":" + password);
            client.getOutputStream().write(new byte[] {1, (byte) (right ? 0 : 1)});
            if (!right) {
                return null;
            }
        }
        in.readNBytes(3);
        switch (in.readByte()) {
            case 1 -> in.readNBytes(4);
            case 4 -> in.readNBytes(16);
            default -> in.readNBytes(in.readUnsignedByte());
        }
        Socket socket = connect(":" + in.readUnsignedShort());
        // with a name as the bound address
        client.getOutputStream().write(new byte[] {5, 0, 0, 3, 2, 'a', 'b', 0, 1});
        return socket;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
