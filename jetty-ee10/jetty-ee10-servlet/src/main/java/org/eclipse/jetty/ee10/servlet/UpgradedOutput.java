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

/**
 * The bytes that go on an upgraded connection, each write at once: by blocking, or when a {@link WriteListener} is told.
 * Used by one thread at a time; writes end in any. Guarded by this.
 */
final class UpgradedOutput extends ServletOutputStream {
    private final UpgradedConnection connection;
    private final Callback written = new Written();
    private WriteListener listener;
    private Throwable failure;
    private boolean pending;
    private boolean asked;
    private boolean closed;

    UpgradedOutput(UpgradedConnection connection) {
        this.connection = connection;
    }

    @Override
    public synchronized boolean isReady() {
        if (!pending) return true;
        asked = true;
        return false;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        boolean blocking;
        synchronized (this) {
            if (closed) throw new EofException("closed");
            if (failure != null) throw new IOException(failure);
            blocking = listener == null;
            if (!blocking && pending) throw new IllegalStateException("Written although isReady() is false");
            if (length == 0) return;
            pending = !blocking;
        }
        if (!blocking) {
            // the application may use its array again
            byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
            connection.getEndPoint().write(written, ByteBuffer.wrap(copy));
            return;
        }
        try (Blocker.Callback callback = Blocker.callback()) {
            connection.getEndPoint().write(callback, ByteBuffer.wrap(bytes, offset, length));
            callback.block();
        }
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() throws IOException {
        boolean later;
        synchronized (this) {
            if (closed) return;
            closed = true;
            later = pending;
        }
        if (!later) connection.getEndPoint().shutdownOutput();
    }

    @Override
    public void setWriteListener(WriteListener writeListener) {
        Objects.requireNonNull(writeListener, "writeListener");
        synchronized (this) {
            if (listener != null) throw new IllegalStateException("There is a WriteListener already");
            listener = writeListener;
        }
        connection.call(writeListener::onWritePossible);
    }

    /** The end of a write that nobody waits for. */
    private final class Written implements Callback {
        @Override
        public void succeeded() {
            boolean tell;
            boolean shutdown;
            synchronized (UpgradedOutput.this) {
                pending = false;
                tell = asked && !closed;
                asked = false;
                shutdown = closed;
            }
            if (tell) connection.call(listener::onWritePossible);
            if (shutdown) connection.getEndPoint().shutdownOutput();
        }

        @Override
        public void failed(Throwable x) {
            synchronized (UpgradedOutput.this) {
                pending = false;
                failure = x;
            }
            connection.call(() -> listener.onError(x));
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
