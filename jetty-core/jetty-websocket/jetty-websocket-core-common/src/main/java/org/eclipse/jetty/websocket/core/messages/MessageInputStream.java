package org.eclipse.jetty.websocket.core.messages;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.jspecify.annotations.Nullable;

/**
 * A message as a stream, read by one thread while frames come by others.
 *
 * <p>It holds one frame at a time and demands the next one when that is read, so that a slow reader slows the sender down.
 * Closing it drops the rest of the message: after a Close was sent, without having more of it decompressed. Guarded by lock.
 */
public class MessageInputStream extends InputStream implements MessageSink {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final CoreSession session;
    private @Nullable Frame frame;
    private @Nullable Callback callback;
    private boolean last;
    private boolean closed;
    private boolean ended;
    private @Nullable Throwable failure;
    private long timeout;
    private @Nullable Runnable onEnd;

    public MessageInputStream(CoreSession session) {
        this.session = session;
    }

    /** @param task run once, when the last frame was read or dropped */
    void onEnd(Runnable task) {
        lock.lock();
        try {
            if (!ended) {
                onEnd = task;
                return;
            }
        } finally {
            lock.unlock();
        }
        task.run();
    }

    @Override
    public void accept(Frame accepted, Callback acceptedCallback) {
        lock.lock();
        try {
            if (failure == null && !closed && (accepted.hasPayload() || accepted.isFin())) {
                frame = accepted;
                callback = acceptedCallback;
                last = accepted.isFin();
                changed.signalAll();
                return;
            }
        } finally {
            lock.unlock();
        }
        drop(acceptedCallback, accepted.isFin());
    }

    /** A frame is of no use: the rest of the message is awaited, unless the session is about to end. */
    private void drop(Callback frameCallback, boolean fin) {
        if (fin || session.isOutputOpen()) {
            done(frameCallback, fin);
        } else {
            frameCallback.succeeded();
        }
    }

    /** A frame was read, or dropped. */
    private void done(Callback frameCallback, boolean fin) {
        frameCallback.succeeded();
        if (fin) {
            end();
        } else {
            session.demand();
        }
    }

    private void end() {
        Runnable task;
        lock.lock();
        try {
            ended = true;
            task = onEnd;
            onEnd = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (task != null) {
            task.run();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return read(ByteBuffer.wrap(bytes, offset, length).slice(), false);
    }

    /** Reads behind the content of a buffer; returns how many bytes, -1 at the end. */
    public int read(ByteBuffer buffer) throws IOException {
        return read(buffer, true);
    }

    private int read(ByteBuffer buffer, boolean append) throws IOException {
        if ((append ? buffer.capacity() - buffer.limit() : buffer.remaining()) == 0) {
            return 0;
        }
        while (true) {
            Callback done;
            boolean fin;
            int count;
            lock.lock();
            try {
                Frame current = awaitFrame();
                if (current == null) {
                    return -1;
                }
                count = copy(current.getPayload(), buffer, append);
                if (current.hasPayload()) {
                    return count;
                }
                done = callback;
                assert done != null; // there is one with each frame
                fin = last;
                frame = null;
                callback = null;
            } finally {
                lock.unlock();
            }
            done(done, fin);
            if (count > 0) {
                return count;
            }
        }
    }

    private static int copy(@Nullable ByteBuffer from, ByteBuffer to, boolean append) {
        if (from == null) {
            return 0;
        }
        if (append) {
            return org.eclipse.jetty.util.BufferUtil.append(to, from);
        }
        int count = Math.min(from.remaining(), to.remaining());
        ByteBuffer part = from.slice();
        part.limit(count);
        to.put(part);
        from.position(from.position() + count);
        return count;
    }

    /** Waits for a frame; returns null at the end of the message. With the lock. */
    private @Nullable Frame awaitFrame() throws IOException {
        long left = TimeUnit.MILLISECONDS.toNanos(timeout);
        while (frame == null) {
            if (failure != null) {
                throw new IOException(failure);
            }
            if (ended) {
                return null;
            }
            if (closed) {
                throw new EOFException("closed");
            }
            try {
                if (timeout <= 0) {
                    changed.await();
                } else {
                    left = changed.awaitNanos(left);
                    if (left <= 0 && frame == null) {
                        throw new IOException("read timeout: " + timeout + " ms");
                    }
                }
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
                throw (InterruptedIOException) new InterruptedIOException().initCause(x);
            }
        }
        return frame;
    }

    @Override
    public void fail(Throwable cause) {
        Callback held;
        lock.lock();
        try {
            if (failure != null || ended) {
                return;
            }
            failure = cause;
            held = callback;
            frame = null;
            callback = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (held != null) {
            held.failed(cause);
        }
    }

    @Override
    public void close() {
        Callback held;
        boolean fin;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            held = callback;
            fin = last;
            frame = null;
            callback = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (held != null) {
            drop(held, fin);
        }
    }

    /** How long {@link #read} waits; 0 or less for any time. */
    public void setTimeout(long milliseconds) {
        lock.lock();
        try {
            timeout = milliseconds;
        } finally {
            lock.unlock();
        }
    }
}
