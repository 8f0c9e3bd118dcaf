package org.eclipse.jetty.tests;

import java.io.IOException;
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
    static final int TIMEOUT_MILLIS = 60_000;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private final ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();
    private final Opener opener;
    private volatile boolean ending;

    /** Opens connections. */
    interface Opener {
        /** @param keep whether it shall be kept after the first request */
        LoadConnection open(boolean keep) throws IOException;
    }

    /**
     * Begins with HTTP/1.1.
     *
     * @param path the path and query of the requests
     * @param count how many threads
     * @param perSecond how many requests a second in all; 0 for as many as can be
     */
    LoadClient(int port, String path, int count, int perSecond) {
        this(keep -> new Http11LoadConnection(port, path, keep), count, perSecond);
    }

    /** Begins with another protocol. */
    LoadClient(Opener opener, int count, int perSecond) {
        this.opener = opener;
        long pause = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(count) / perSecond;
        for (int i = 0; i < count; i++) {
            boolean keep = i % 2 == 0;
            Thread thread = new Thread(() -> run(keep, pause), "load-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
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
        LoadConnection connection = null;
        int served = 0;
        long next = System.nanoTime();
        while (!ending) {
            try {
                if (connection == null) {
                    served = 0;
                    connections.incrementAndGet();
                    connection = opener.open(keep);
                }
                int status = connection.exchange();
                served++;
                if (status == 200) {
                    answered.incrementAndGet();
                }
                // the server says that it did not begin with it, so that it is to be sent again
                else if (status != LoadConnection.UNPROCESSED) {
                    lost.add("status " + status);
                }
                if (!keep || connection.isLast()) {
                    connection = close(connection);
                }
            } catch (IOException x) {
                lost.add((keep ? "kept" : "single") + " connection, request " + (served + 1) + ": " + x);
                connection = close(connection);
            }
            next += pause;
            long wait = next - System.nanoTime();
            if (pause > 0 && wait > 0) {
                LockSupport.parkNanos(wait);
            }
        }
        close(connection);
    }

    private LoadConnection close(LoadConnection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (IOException x) {
            lost.add("close: " + x);
        }
        return null;
    }

    /** Ends after the requests that are under way. */
    @Override
    public void close() {
        ending = true;
        try {
            for (Thread thread : threads) {
                thread.join(TIMEOUT_MILLIS);
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
