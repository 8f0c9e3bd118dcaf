package org.eclipse.jetty.tests;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends requests at a rate, by several threads, and counts those that are not answered by 200: nothing is tried again. Half of
 * the threads keep their connection while the server does, half open one for each request. Thread-safe.
 */
final class LoadClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private final ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();
    private final int port;
    private final byte[] kept;
    private final byte[] closed;
    private volatile boolean ending;

    /**
     * Begins.
     *
     * @param path the path and query of the requests
     * @param count how many threads
     * @param perSecond how many requests a second in all; 0 for as many as can be
     */
    LoadClient(int port, String path, int count, int perSecond) {
        this.port = port;
        kept = request(path, "");
        closed = request(path, "Connection: close\r\n");
        long pause = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(count) / perSecond;
        for (int i = 0; i < count; i++) {
            boolean keep = i % 2 == 0;
            Thread thread = new Thread(() -> run(keep, pause), "load-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private static byte[] request(String path, String more) {
        return ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** The requests that were answered by 200 so far. */
    long answered() {
        return answered.get();
    }

    /** The connections that were opened so far. */
    long connections() {
        return connections.get();
    }

    /** What happened to those that were not. */
    List<String> lost() {
        return List.copyOf(lost);
    }

    private void run(boolean keep, long pause) {
        Connection connection = null;
        long next = System.nanoTime();
        while (!ending) {
            boolean fresh = connection == null;
            int before = 0;
            try {
                if (fresh) connection = new Connection();
                before = connection.served;
                int status = connection.exchange(keep ? kept : closed);
                if (status == 200) answered.incrementAndGet();
                else lost.add("status " + status);
                if (!keep || connection.last) {
                    connection.close();
                    connection = null;
                }
            } catch (IOException x) {
                lost.add((keep ? "kept" : "single") + " connection, request " + (before + 1) + ": " + x);
                if (connection != null) connection.close();
                connection = null;
            }
            next += pause;
            long wait = next - System.nanoTime();
            if (pause > 0 && wait > 0) LockSupport.parkNanos(wait);
        }
        if (connection != null) connection.close();
    }

    /** Ends after the requests that are under way. */
    @Override
    public void close() {
        ending = true;
        try {
            for (Thread thread : threads) thread.join(TIMEOUT_MILLIS);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    /** Confined to its thread. */
    private final class Connection {
        private final Socket socket = new Socket();
        private final InputStream in;
        private boolean last;
        private int served;

        private Connection() throws IOException {
            connections.incrementAndGet();
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        }

        private int exchange(byte[] request) throws IOException {
            socket.getOutputStream().write(request);
            String status = line();
            long length = -1;
            for (String field = line(); !field.isEmpty(); field = line()) {
                String lower = field.toLowerCase(java.util.Locale.ROOT);
                if (lower.startsWith("content-length:"))
                    length = Long.parseLong(field.substring(15).trim());
                if (lower.equals("connection: close")) last = true;
            }
            if (length < 0) throw new IOException("no length: " + status);
            if (in.readNBytes((int) length).length < length) throw new IOException("cut off: " + status);
            served++;
            return Integer.parseInt(status.substring(9, 12));
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) throw new IOException("closed after '" + line + "'");
                if (c != '\r') line.append((char) c);
            }
            return line.toString();
        }

        private void close() {
            try {
                socket.close();
            } catch (IOException x) {
                lost.add("close: " + x);
            }
        }
    }
}
