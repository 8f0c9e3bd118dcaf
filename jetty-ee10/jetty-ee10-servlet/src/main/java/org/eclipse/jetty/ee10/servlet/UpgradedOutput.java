package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that go on an upgraded connection, each write at once: by blocking, or when a {@link WriteListener} is told.
 * Used by one thread at a time; writes end in any. Guarded by this.
 */
final class UpgradedOutput extends ServletOutputStream {
    private final UpgradedConnection connection;
    private final Callback written = new Written();
    private @Nullable WriteListener listener;
    private @Nullable Throwable failure;
    private boolean pending;
    /** Whether the application was told to wait, and neither asked again nor was called since. */
    private boolean waiting;

    private boolean closed;

    UpgradedOutput(UpgradedConnection connection) {
        this.connection = connection;
    }

    @Override
    public synchronized boolean isReady() {
        waiting = pending;
        return !pending;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        // the application may use its array again
        if (begin(length)) {
            connection.getEndPoint().write(written, copy(bytes, offset, length));
        } else if (length > 0) {
            block(ByteBuffer.wrap(bytes, offset, length));
        }
    }

    /** Writes a buffer's content; its position becomes its limit. With a write listener, it must not change until the next call. */
    public void write(ByteBuffer content) throws IOException {
        int length = content.remaining();
        ByteBuffer view = content.slice();
        if (begin(length)) {
            connection.getEndPoint().write(written, view);
        } else if (length > 0) {
            block(view);
        }
        content.position(content.limit());
    }

    private static ByteBuffer copy(byte[] bytes, int offset, int length) {
        return ByteBuffer.wrap(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private void block(ByteBuffer content) throws IOException {
        try (Blocker.Callback callback = Blocker.callback()) {
            connection.getEndPoint().write(callback, content);
            callback.block();
        }
    }

    /** Begins a write; returns whether it is asynchronous and has content. */
    private boolean begin(int length) throws IOException {
        boolean blocking;
        synchronized (this) {
            if (closed) {
                throw new EofException("closed");
            }
            if (failure != null) {
                throw new IOException(failure);
            }
            blocking = listener == null;
            if (!blocking && (pending || waiting)) {
                throw new IllegalStateException("Written although isReady() is false");
            }
            if (length == 0) {
                return false;
            }
            pending = !blocking;
        }
        return !blocking;
    }

    /** Nothing is held back, but who was told to wait may not flush either. */
    @Override
    public synchronized void flush() {
        if (waiting) {
            throw new IllegalStateException("Flushed although isReady() is false");
        }
    }

    @Override
    public void close() throws IOException {
        boolean later;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            later = pending;
        }
        if (!later) {
            connection.getEndPoint().shutdownOutput();
        }
    }

    @Override
    public void setWriteListener(WriteListener writeListener) {
        Objects.requireNonNull(writeListener, "writeListener");
        synchronized (this) {
            if (listener != null) {
                throw new IllegalStateException("There is a WriteListener already");
            }
            listener = writeListener;
        }
        connection.call(writeListener::onWritePossible);
    }

    private void writePossible() throws IOException {
        synchronized (this) {
            // a write that the application began meanwhile is reported by another call
            if (!pending) {
                waiting = false;
            }
        }
        WriteListener told = listener;
        assert told != null : "without a listener, writes are waited for";
        told.onWritePossible();
    }

    /** The end of a write that nobody waits for. */
    private final class Written implements Callback {
        @Override
        public void succeeded() {
            boolean tell;
            boolean shutdown;
            synchronized (UpgradedOutput.this) {
                pending = false;
                // the application waits until its listener is called, in another thread and perhaps later
                tell = waiting && !closed;
                shutdown = closed;
            }
            if (tell) {
                connection.call(UpgradedOutput.this::writePossible);
            }
            if (shutdown) {
                connection.getEndPoint().shutdownOutput();
            }
        }

        @Override
        public void failed(Throwable x) {
            synchronized (UpgradedOutput.this) {
                pending = false;
                waiting = false;
                failure = x;
            }
            WriteListener told = listener;
            assert told != null : "without a listener, writes are waited for";
            connection.call(() -> told.onError(x));
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
