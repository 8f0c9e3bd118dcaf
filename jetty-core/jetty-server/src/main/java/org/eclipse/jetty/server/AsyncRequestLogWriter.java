package org.eclipse.jetty.server;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the lines of a request log in a thread of its own, so that no request waits for the disk.
 *
 * <p>Lines wait in a bounded queue. The thread wakes for the first one, lets others gather for {@value #GATHER_MILLIS} ms, and writes them
 * together: a wake-up for each would cost more than the line. A line for which there is no room is dropped;
 * their number is logged and can be asked for. What waits when it is stopped is written. Thread-safe.
 */
public class AsyncRequestLogWriter extends RequestLogWriter {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncRequestLogWriter.class);
    private static final int QUEUE_CAPACITY = 8192;
    private static final int BATCH_LENGTH = 32 * 1024;
    private static final long GATHER_MILLIS = 5;
    /** The room in the queue below which lines do not gather, as they come faster than it empties. */
    private static final int GATHER_ROOM = QUEUE_CAPACITY / 2;

    private final BlockingQueue<String> queue;
    private final LongAdder dropped = new LongAdder();
    private Thread thread;
    private volatile boolean accepting;

    public AsyncRequestLogWriter() {
        this(null, null);
    }

    public AsyncRequestLogWriter(String filename) {
        this(filename, null);
    }

    /** @param queue where lines wait, null for one of 8192 lines; what it does not take at once is dropped */
    public AsyncRequestLogWriter(String filename, BlockingQueue<String> queue) {
        super(filename);
        this.queue = queue == null ? new ArrayBlockingQueue<>(QUEUE_CAPACITY) : queue;
    }

    @ManagedAttribute("How many lines were dropped since there was no room in the queue")
    public long getDroppedLines() {
        return dropped.sum();
    }

    @Override
    public void write(String requestEntry) throws IOException {
        if (!accepting || !queue.offer(requestEntry)) {
            dropped.increment();
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        thread = new Thread(this::writeQueue, "AsyncRequestLogWriter@" + Integer.toHexString(hashCode()));
        thread.setDaemon(true);
        accepting = true;
        thread.start();
    }

    @Override
    protected void doStop() throws Exception {
        accepting = false;
        thread.interrupt();
        thread.join();
        super.doStop();
    }

    private void writeQueue() {
        StringBuilder batch = new StringBuilder(BATCH_LENGTH);
        long reported = dropped.sum();
        while (accepting) {
            try {
                String first = queue.take();
                if (queue.remainingCapacity() > GATHER_ROOM) {
                    // ends early when this stops
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS));
                }
                writeBatch(first, batch);
            } catch (InterruptedException x) {
                // doStop() wakes the thread: the condition of the loop ends it
                LOG.debug("woken", x);
            }
            long now = dropped.sum();
            if (now != reported) {
                LOG.warn(
                        "{} lines of the request log dropped: the queue is full, {} is too slow",
                        now - reported,
                        getFileName());
                reported = now;
            }
        }
        for (String line = queue.poll(); line != null; line = queue.poll()) {
            writeBatch(line, batch);
        }
    }

    /** Writes a line and what waits behind it, up to the length of a batch. */
    private void writeBatch(String first, StringBuilder batch) {
        batch.setLength(0);
        String line = first;
        while (line != null) {
            batch.append(line).append(System.lineSeparator());
            line = batch.length() < BATCH_LENGTH ? queue.poll() : null;
        }
        try {
            writeLines(batch.toString());
        } catch (IOException x) {
            LOG.warn("could not write the request log {}", getFileName(), x);
        }
    }
}
