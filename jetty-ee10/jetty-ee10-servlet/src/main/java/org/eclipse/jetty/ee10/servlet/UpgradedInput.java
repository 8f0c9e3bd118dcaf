package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ReadListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.ee10.servlet.api.InputApi;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/** The bytes that come on an upgraded connection, read by blocking, or when a {@link ReadListener} is told. Used by one thread at a time. */
final class UpgradedInput extends InputApi {
    private static final int BUFFER_SIZE = 8 * 1024;

    private final UpgradedConnection connection;
    private final AtomicBoolean waiting = new AtomicBoolean();
    private ByteBuffer buffer = BufferUtil.EMPTY_BUFFER;
    private volatile @Nullable ReadListener listener;
    private volatile @Nullable Throwable failure;
    private volatile boolean ended;
    private boolean endTold;

    UpgradedInput(UpgradedConnection connection) {
        this.connection = connection;
    }

    /** Takes over what was read before the upgrade. */
    void add(@Nullable ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            buffer = BufferUtil.copy(prefilled);
        }
    }

    @Override
    public boolean isFinished() {
        return ended && !buffer.hasRemaining();
    }

    @Override
    public boolean isAsync() {
        return listener != null;
    }

    @Override
    protected boolean isReadable() {
        try {
            return fill();
        } catch (IOException x) {
            failure = x;
            return true;
        }
    }

    /** Whether there is something to read, the end or a failure included. */
    private boolean fill() throws IOException {
        if (buffer.hasRemaining() || ended || failure != null) {
            return true;
        }
        if (buffer.capacity() < BUFFER_SIZE) {
            buffer = BufferUtil.allocate(BUFFER_SIZE);
        }
        BufferUtil.clear(buffer);
        int filled = connection.getEndPoint().fill(buffer);
        if (filled < 0) {
            ended = true;
        }
        return filled != 0;
    }

    @Override
    public boolean isReady() {
        if (isReadable()) {
            return true;
        }
        if (listener != null && waiting.compareAndSet(false, true)) {
            connection.fillInterested();
        }
        return false;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return fill(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    protected int fill(ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        while (!fill()) {
            if (listener != null) {
                throw new IllegalStateException("Read although isReady() is false");
            }
            await();
        }
        if (buffer.hasRemaining()) {
            return BufferUtil.put(buffer, target);
        }
        if (failure != null) {
            throw failure instanceof IOException io ? io : new IOException(failure);
        }
        return -1;
    }

    private void await() throws IOException {
        try (Blocker.Callback callback = Blocker.callback()) {
            connection.fillInterested(callback);
            callback.block();
        }
    }

    @Override
    public void setReadListener(ReadListener readListener) {
        Objects.requireNonNull(readListener, "readListener");
        if (listener != null) {
            throw new IllegalStateException("There is a ReadListener already");
        }
        listener = readListener;
        connection.call(this::tell);
    }

    void onFillable() {
        waiting.set(false);
        connection.call(this::tell);
    }

    void onFailed(Throwable cause) {
        waiting.set(false);
        fail(cause);
    }

    void onClosed(@Nullable Throwable cause) {
        if (!ended || cause != null) {
            fail(cause == null ? new EofException("closed") : cause);
        }
    }

    private void fail(Throwable cause) {
        if (failure != null) {
            return;
        }
        failure = cause;
        if (listener != null) {
            connection.call(this::tell);
        }
    }

    /** Tells the listener what there is, if there is something. */
    private void tell() throws IOException {
        ReadListener reader = listener;
        if (reader == null || endTold || !isReady()) {
            return;
        }
        if (!isFinished() && (failure == null || buffer.hasRemaining())) {
            reader.onDataAvailable();
        }
        if (endTold) {
            return;
        }
        if (isFinished()) {
            endTold = true;
            reader.onAllDataRead();
        } else if (failure != null && !buffer.hasRemaining()) {
            endTold = true;
            reader.onError(failure);
        }
    }
}
