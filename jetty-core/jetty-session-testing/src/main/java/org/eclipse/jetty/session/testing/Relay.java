package org.eclipse.jetty.session.testing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP relay in front of the server of a store, which can cut it off, or go silent. Thread-safe. */
public final class Relay implements Closeable {
    private static final int CONNECT_TIMEOUT_MS = 5000;

    private enum State {
        FORWARDING,
        CUT,
        SILENT
    }

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final InetSocketAddress target;
    private State state = State.FORWARDING;

    /** Creates a relay to a port of this machine, and starts it. */
    public Relay(int targetPort) throws IOException {
        target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        start("relay-accept", this::accept);
    }

    /** The port that it listens on, on the loopback interface. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Closes all connections, and each new one at once. */
    public void cut() {
        change(State.CUT);
        closeAll();
    }

    /** Keeps connections open, and forwards nothing. */
    public void silence() {
        change(State.SILENT);
    }

    /** Forwards again: what was held back since it went silent, and new connections. */
    public void resume() {
        change(State.FORWARDING);
    }

    private synchronized void change(State newState) {
        state = newState;
        notifyAll();
    }

    private synchronized State awaitSound() throws InterruptedException {
        while (state == State.SILENT && !listener.isClosed()) {
            wait();
        }
        return state;
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                start("relay-connect", () -> connect(client));
            } catch (IOException x) {
                if (!listener.isClosed()) {
                    throw new IllegalStateException("the relay cannot accept", x);
                }
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        sockets.add(server);
        try {
            if (awaitSound() == State.CUT) {
                close(client, server);
                return;
            }
            server.connect(target, CONNECT_TIMEOUT_MS);
            start("relay-requests", () -> forward(client, server));
            start("relay-replies", () -> forward(server, client));
        } catch (IOException | InterruptedException x) {
            close(client, server);
        }
    }

    private void forward(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length; (length = in.read(buffer)) >= 0; ) {
                if (awaitSound() == State.CUT) {
                    break;
                }
                out.write(buffer, 0, length);
                out.flush();
            }
        } catch (IOException | InterruptedException x) {
            // one of both has gone: so does the other
        } finally {
            close(from, to);
        }
    }

    private void close(Socket... some) {
        for (Socket socket : some) {
            sockets.remove(socket);
            try {
                socket.close();
            } catch (IOException x) {
                // it is closed as far as it can be
            }
        }
    }

    private void closeAll() {
        close(sockets.toArray(new Socket[0]));
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
