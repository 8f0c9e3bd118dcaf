package org.eclipse.jetty.io;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint in memory: tests add the input and take the output.
 *
 * <p>Input and output are guarded by the monitor of this endpoint; connections are called outside.
 */
public class ByteArrayEndPoint extends AbstractEndPoint {
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final ArrayDeque<ByteBuffer> input = new ArrayDeque<>();
    private ByteBuffer output;
    private boolean growOutput;
    private boolean ended;

    public ByteArrayEndPoint() {
        this(null, 0, (ByteBuffer) null, 1024, true);
    }

    public ByteArrayEndPoint(byte @Nullable [] input, int outputSize) {
        this(null, 0, input == null ? null : ByteBuffer.wrap(input), outputSize, false);
    }

    public ByteArrayEndPoint(String input, int outputSize) {
        this(null, 0, BufferUtil.toBuffer(input), outputSize, false);
    }

    public ByteArrayEndPoint(Scheduler scheduler, long idleTimeout) {
        this(scheduler, idleTimeout, (ByteBuffer) null, 1024, true);
    }

    public ByteArrayEndPoint(Scheduler scheduler, long idleTimeout, byte @Nullable [] input, int outputSize) {
        this(scheduler, idleTimeout, input == null ? null : ByteBuffer.wrap(input), outputSize, false);
    }

    /**
     * @param input the first bytes to be read
     * @param outputSize the bytes that can be written before they are taken, unless the output grows
     */
    public ByteArrayEndPoint(
            @Nullable Scheduler scheduler,
            long idleTimeout,
            @Nullable ByteBuffer input,
            int outputSize,
            boolean growOutput) {
        super(scheduler);
        if (BufferUtil.hasContent(input)) {
            this.input.add(input);
        }
        output = BufferUtil.allocate(outputSize);
        this.growOutput = growOutput;
        setIdleTimeout(idleTimeout);
        onOpen();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return null;
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return null;
    }

    @Override
    public @Nullable Object getTransport() {
        return null;
    }

    /** Runs a task that tells the connection of new input. */
    protected void execute(Runnable task) {
        Thread thread = new Thread(task, getClass().getSimpleName() + "-" + Integer.toHexString(hashCode()));
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    protected void needsFillInterest() {
        boolean fillable;
        synchronized (this) {
            fillable = !input.isEmpty() || ended;
        }
        if (fillable) {
            execute(() -> getFillInterest().fillable());
        }
    }

    @Override
    protected void onIncompleteFlush() {
        // goes on when the output is taken
    }

    /** Ends the input. */
    public void addInputEOF() {
        addInput((ByteBuffer) null);
    }

    /** Adds input, or its end if null. */
    public void addInput(@Nullable ByteBuffer bytes) {
        if (enqueue(bytes)) {
            getFillInterest().fillable();
        }
    }

    public void addInput(String text) {
        addInput(text, StandardCharsets.UTF_8);
    }

    public void addInput(String text, Charset charset) {
        addInput(ByteBuffer.wrap(text.getBytes(charset)));
    }

    public void addInputAndExecute(String text) {
        addInputAndExecute(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** As {@link #addInput(ByteBuffer)}, telling the connection in another thread. */
    public void addInputAndExecute(ByteBuffer bytes) {
        if (enqueue(bytes)) {
            execute(() -> getFillInterest().fillable());
        }
    }

    private synchronized boolean enqueue(@Nullable ByteBuffer bytes) {
        if (ended || (!input.isEmpty() && input.peekLast() == END)) {
            throw new RuntimeIOException(new EofException("input after its end"));
        }
        if (bytes == null) {
            input.add(END);
            return true;
        }
        if (bytes.hasRemaining()) {
            input.add(bytes);
            return true;
        }
        return false;
    }

    /** The output that was not taken. */
    public synchronized ByteBuffer getOutput() {
        return output;
    }

    public String getOutputString() {
        return getOutputString(StandardCharsets.UTF_8);
    }

    public synchronized String getOutputString(Charset charset) {
        return BufferUtil.toString(output, charset);
    }

    /** Takes the output, making space for more. */
    public ByteBuffer takeOutput() {
        ByteBuffer taken;
        synchronized (this) {
            taken = output;
            output = BufferUtil.allocate(taken.capacity());
        }
        completeWrite();
        return taken;
    }

    public String takeOutputString() {
        return takeOutputString(StandardCharsets.UTF_8);
    }

    public String takeOutputString(Charset charset) {
        return BufferUtil.toString(takeOutput(), charset);
    }

    /** Waits for output and takes it; empty if none came in time or the output has ended. */
    public ByteBuffer waitForOutput(long time, TimeUnit unit) throws InterruptedException {
        long end = System.nanoTime() + unit.toNanos(time);
        synchronized (this) {
            while (!output.hasRemaining() && isOpen() && !isOutputShutdown()) {
                long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (millis <= 0) {
                    break;
                }
                wait(millis);
            }
        }
        return takeOutput();
    }

    /** Whether there is input that was not read. */
    public synchronized boolean hasMore() {
        return !input.isEmpty() || output.position() > 0;
    }

    public synchronized boolean isGrowOutput() {
        return growOutput;
    }

    public synchronized void setGrowOutput(boolean grow) {
        growOutput = grow;
    }

    @Override
    public int fill(ByteBuffer buffer) {
        int filled = 0;
        synchronized (this) {
            if (!isOpen()) {
                return -1;
            }
            while (!input.isEmpty()) {
                ByteBuffer bytes = input.peek();
                if (bytes == END) {
                    input.poll();
                    ended = true;
                    break;
                }
                filled = BufferUtil.append(buffer, bytes);
                if (!bytes.hasRemaining()) {
                    input.poll();
                }
                if (filled > 0) {
                    break;
                }
                if (bytes.hasRemaining()) {
                    return 0;
                }
            }
            if (filled == 0 && ended) {
                filled = -1;
            }
        }
        if (filled > 0) {
            notIdle();
        } else if (filled < 0) {
            shutdownInput();
        }
        return filled;
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws EofException {
        boolean flushed = true;
        long taken = 0;
        synchronized (this) {
            if (!isOpen() || isOutputShutdown()) {
                throw new EofException("closed");
            }
            for (ByteBuffer buffer : buffers) {
                if (!buffer.hasRemaining()) {
                    continue;
                }
                if (growOutput && buffer.remaining() > BufferUtil.space(output)) {
                    output = grow(output, buffer.remaining());
                }
                taken += BufferUtil.append(output, buffer);
                if (buffer.hasRemaining()) {
                    flushed = false;
                    break;
                }
            }
            if (taken > 0) {
                notifyAll();
            }
        }
        if (taken > 0) {
            taken(taken);
        }
        return flushed;
    }

    private static ByteBuffer grow(ByteBuffer old, int more) {
        ByteBuffer larger = BufferUtil.allocate(Math.max(old.capacity() * 2, old.limit() + more));
        BufferUtil.append(larger, old);
        return larger;
    }

    @Override
    protected void doShutdownOutput() {
        synchronized (this) {
            notifyAll();
        }
    }

    @Override
    protected void doClose() {
        synchronized (this) {
            notifyAll();
        }
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        Connection connection = getConnection();
        if (connection != null) {
            connection.onClose(cause);
        }
    }
}
