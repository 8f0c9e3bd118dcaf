package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.server.internal.log.LogLine;
import org.eclipse.jetty.server.internal.log.PendingLines;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the lines of a request log in a thread of its own, so that no request waits for the disk.
 *
 * <p>Lines wait in a bounded buffer, or queue. The thread lets others gather behind the first one for {@value #GATHER_MILLIS} ms, or until
 * there are very many, and writes them together: a wake-up for each would cost more than the line. A line for which there is no room is dropped;
 * their number is logged, at most each 10 s, and can be asked for. What waits when it is stopped is written. Thread-safe.
 */
public class AsyncRequestLogWriter extends RequestLogWriter {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncRequestLogWriter.class);
    private static final int BUFFER_CAPACITY = 1024 * 1024;
    private static final int BATCH_LENGTH = 32 * 1024;
    private static final long GATHER_MILLIS = 25;
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What waits if there is no queue. */
    private final PendingLines pending = new PendingLines(BUFFER_CAPACITY);

    private final @Nullable BlockingQueue<String> queue;
    private final LongAdder dropped = new LongAdder();
    private long reported;
    private long reportedNanoTime;
    private Thread thread;
    private volatile boolean accepting;

    public AsyncRequestLogWriter() {
        this(null, null);
    }

    public AsyncRequestLogWriter(String filename) {
        this(filename, null);
    }

    /** @param queue where lines wait, null for a buffer of 1 MiB; what it does not take at once is dropped */
    public AsyncRequestLogWriter(@Nullable String filename, @Nullable BlockingQueue<String> queue) {
        super(filename);
        this.queue = queue;
    }

    @ManagedAttribute("How many lines were dropped since there was no room for them")
    public long getDroppedLines() {
        return dropped.sum();
    }

    @Override
    public void write(String requestEntry) throws IOException {
        if (queue == null) {
            LogLine line = new LogLine(requestEntry.length());
            byte[] text = requestEntry.getBytes(StandardCharsets.UTF_8);
            line.append(text, text.length);
            writeLine(line);
        } else if (!accepting || !queue.offer(requestEntry)) {
            dropped.increment();
        }
    }

    @Override
    void writeLine(LogLine line) throws IOException {
        if (queue != null) {
            write(line.toString());
        } else if (!accepting || !pending.add(line)) {
            dropped.increment();
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        reported = dropped.sum();
        reportedNanoTime = System.nanoTime() - REPORT_NANOS;
        thread = new Thread(this::writeAll, "AsyncRequestLogWriter@" + Integer.toHexString(hashCode()));
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

    private void writeAll() {
        while (accepting) {
            try {
                if (queue == null) {
                    pending.await(GATHER_MILLIS);
                    writePending();
                } else {
                    String first = queue.take();
                    // ends early when this stops
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS));
                    writeQueued(queue, first);
                }
            } catch (InterruptedException x) {
                // doStop() wakes the thread: the condition of the loop ends it
                LOG.debug("woken", x);
            }
            if (System.nanoTime() - reportedNanoTime >= REPORT_NANOS) {
                reportDropped();
            }
        }
        if (queue == null) {
            writePending();
        } else {
            writeQueued(queue, queue.poll());
        }
        reportDropped();
    }

    private void reportDropped() {
        long now = dropped.sum();
        if (now != reported) {
            LOG.warn(
                    "{} lines of the request log dropped: there is no room for them, {} is too slow",
                    now - reported,
                    getFileName());
            reported = now;
            reportedNanoTime = System.nanoTime();
        }
    }

    private void writePending() {
        try {
            pending.writeTo(this::writeLines);
        } catch (IOException | RuntimeException x) {
            LOG.warn("could not write the request log {}", getFileName(), x);
        }
    }

    /** Writes a line and those that wait behind it, in batches. */
    private void writeQueued(BlockingQueue<String> waiting, @Nullable String first) {
        StringBuilder batch = new StringBuilder();
        String line = first;
        while (line != null) {
            batch.append(line).append(System.lineSeparator());
            line = waiting.poll();
            if (line == null || batch.length() >= BATCH_LENGTH) {
                byte[] lines = batch.toString().getBytes(StandardCharsets.UTF_8);
                batch.setLength(0);
                try {
                    writeLines(lines, lines.length);
                } catch (IOException | RuntimeException x) {
                    LOG.warn("could not write the request log {}", getFileName(), x);
                }
            }
        }
    }
}
