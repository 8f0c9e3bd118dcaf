package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ReadListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.ee10.servlet.api.InputApi;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The request body as a stream, blocking or driven by a {@link ReadListener} (Servlet section 3.7). It belongs to one request
 * for ever: after the end, reading fails.
 *
 * <p>Confined to the thread that handles the request; a demand may be met by another. The chunk is pooled: a thread that is not
 * the owner of the request takes from it between {@link RequestUses#enter()} and {@link RequestUses#leave()}.
 */
public class HttpInput extends InputApi {
    private static final Logger LOG = LoggerFactory.getLogger(HttpInput.class);

    private final StreamChannel channel;
    private byte @Nullable [] single;
    private Content.@Nullable Chunk chunk;
    private @Nullable ReadListener listener;
    private @Nullable Throwable error;
    private boolean eof;
    private boolean eofTold;
    private volatile boolean demanding;
    /** {@link #isReady()} returned false, so nothing may be read until the listener is told, whatever has arrived. */
    private boolean unready;

    private long consumed;

    HttpInput(StreamChannel channel) {
        this.channel = channel;
    }

    /** Gives the chunk back, after the end. */
    void release() {
        Content.Chunk held = chunk;
        chunk = null;
        if (held != null) {
            held.release();
        }
    }

    /** Begins a use; returns whether it is to be left. */
    private boolean enter() throws IOException {
        if (channel.isOwner()) {
            return false;
        }
        if (!channel.enter()) {
            throw new EofException(channel.late("read"));
        }
        return true;
    }

    private void leave(boolean entered) {
        if (entered) {
            channel.leave();
        }
    }

    /** Returns how many bytes the application has read. */
    public long getContentConsumed() {
        return consumed;
    }

    public boolean isError() {
        return error != null;
    }

    @Override
    public boolean isAsync() {
        return listener != null;
    }

    @Override
    public boolean isFinished() {
        return eof;
    }

    /** Returns whether it is known, without waiting, that nothing is left to be read. */
    public boolean isExhausted() {
        if (eof) {
            return true;
        }
        boolean owner = channel.isOwner();
        if (demanding || error != null || !owner && !channel.enter()) {
            return false;
        }
        try {
            return isLastFetched();
        } finally {
            leave(!owner);
        }
    }

    private boolean isLastFetched() {
        if (!fetch()) {
            return false;
        }
        Content.Chunk fetched = fetched();
        return !Content.Chunk.isFailure(fetched) && fetched.isLast() && !fetched.hasRemaining();
    }

    @Override
    public boolean isReady() {
        if (listener == null) {
            return true;
        }
        if (eof) {
            return false;
        }
        boolean owner = channel.isOwner();
        if (!owner && !channel.enter()) {
            return false;
        }
        try {
            unready = error == null && !fetch();
            if (unready) {
                demand();
            }
            return !unready;
        } finally {
            leave(!owner);
        }
    }

    @Override
    public void setReadListener(ReadListener readListener) {
        if (readListener == null) {
            throw new NullPointerException("No read listener");
        }
        if (listener != null) {
            throw new IllegalStateException("A read listener is set already");
        }
        if (!channel.isAsyncStarted()) {
            throw new IllegalStateException("The request is not asynchronous");
        }
        listener = readListener;
        if (eof || isReady()) {
            channel.onReadReady(false);
        }
    }

    private void demand() {
        if (demanding) {
            return;
        }
        demanding = true;
        channel.getRequest().demand(new DemandTask());
    }

    /** Makes sure of a chunk to read from, its end or a failure; false when there is none yet. */
    private boolean fetch() {
        while (true) {
            Content.Chunk current = chunk;
            if (current != null) {
                if (Content.Chunk.isFailure(current) || current.hasRemaining() || current.isLast()) {
                    return true;
                }
                current.release();
                chunk = null;
            }
            chunk = channel.getRequest().read();
            if (chunk == null) {
                return false;
            }
        }
    }

    /** What {@link #fetch} has made sure of. */
    private Content.Chunk fetched() {
        Content.Chunk current = chunk;
        assert current != null : "fetched before";
        return current;
    }

    @Override
    public int read() throws IOException {
        if (single == null) {
            single = new byte[1];
        }
        int read = read(single, 0, 1);
        return read < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        boolean entered = enter();
        try {
            if (!ready(len)) {
                return len == 0 && !eof ? 0 : -1;
            }
            ByteBuffer buffer = fetched().getByteBuffer();
            int length = Math.min(len, buffer.remaining());
            buffer.get(b, off, length);
            return taken(length);
        } finally {
            leave(entered);
        }
    }

    @Override
    protected boolean isReadable() {
        if (eof || error != null) {
            return true;
        }
        if (unready) {
            return false;
        }
        boolean owner = channel.isOwner();
        // a late read fails with its reason
        if (!owner && !channel.enter()) {
            return true;
        }
        try {
            return fetch();
        } finally {
            leave(!owner);
        }
    }

    @Override
    protected int fill(ByteBuffer target) throws IOException {
        boolean entered = enter();
        try {
            if (!ready(target.remaining())) {
                return target.hasRemaining() || eof ? -1 : 0;
            }
            ByteBuffer buffer = fetched().getByteBuffer();
            int length = Math.min(target.remaining(), buffer.remaining());
            int limit = buffer.limit();
            buffer.limit(buffer.position() + length);
            target.put(buffer);
            buffer.limit(limit);
            return taken(length);
        } finally {
            leave(entered);
        }
    }

    /** Whether bytes can be taken from the chunk: waits for them in blocking mode. */
    private boolean ready(int wanted) throws IOException {
        if (eof) {
            return false;
        }
        if (error != null) {
            throw asIOException(error);
        }
        if (unready) {
            throw new IllegalStateException("isReady() returned false");
        }
        if (wanted == 0) {
            return false;
        }
        while (!fetch()) {
            if (listener != null) {
                throw new IllegalStateException("isReady() was not called");
            }
            block();
        }
        Content.Chunk fetched = fetched();
        if (Content.Chunk.isFailure(fetched)) {
            Throwable failure = fetched.getFailure();
            // a transient failure, such as a timeout, may be followed by content
            if (fetched.isLast()) {
                error = failure;
            } else {
                chunk = null;
            }
            throw asIOException(failure);
        }
        if (!fetched.hasRemaining()) {
            end();
            return false;
        }
        return true;
    }

    private int taken(int length) {
        consumed += length;
        Content.Chunk read = fetched();
        if (!read.hasRemaining()) {
            if (read.isLast()) {
                end();
            } else {
                read.release();
                chunk = null;
            }
        }
        return length;
    }

    private void end() {
        fetched().release();
        chunk = null;
        eof = true;
    }

    /** Waits for content; a thread that is not the owner leaves meanwhile, so that it does not hold up the end. */
    private void block() throws IOException {
        boolean owner = channel.isOwner();
        try (Blocker.Runnable waiting = Blocker.runnable()) {
            channel.getRequest().demand(waiting);
            if (!owner) {
                channel.leave();
            }
            try {
                waiting.block();
            } finally {
                if (!owner && !channel.enterAgain()) {
                    throw new EofException(channel.late("read"));
                }
            }
        }
    }

    private static IOException asIOException(@Nullable Throwable failure) {
        if (failure instanceof IOException io) {
            return io;
        }
        return new IOException(failure);
    }

    @Override
    public int available() throws IOException {
        if (eof || error != null) {
            return 0;
        }
        boolean entered = enter();
        try {
            return !fetch() || Content.Chunk.isFailure(chunk) ? 0 : fetched().remaining();
        } finally {
            leave(entered);
        }
    }

    /** Tells the read listener what there is; called in the order of the request's state. */
    void readCallback() {
        ReadListener told = listener;
        if (told == null) {
            return;
        }
        unready = false;
        try {
            if (error == null && chunk != null && Content.Chunk.isFailure(chunk)) {
                error = chunk.getFailure();
            }
            if (error != null) {
                fail(told, error);
                return;
            }
            if (!eof && chunk != null && chunk.isLast() && !chunk.hasRemaining()) {
                end();
            }
            if (!eof && !fetch()) {
                demand();
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                error = chunk.getFailure();
                fail(told, error);
                return;
            }
            if (chunk != null && chunk.isLast() && !chunk.hasRemaining()) {
                end();
            }
            if (!eof) {
                told.onDataAvailable();
            }
            if (eof && !eofTold) {
                eofTold = true;
                told.onAllDataRead();
            }
        } catch (Throwable x) {
            error = x;
            fail(told, x);
        }
    }

    private void fail(ReadListener told, @Nullable Throwable failure) {
        try {
            if (!eofTold) {
                eofTold = true;
                told.onError(failure);
            }
        } catch (Throwable x) {
            LOG.warn("Read listener {} failed to take an error", told, x);
            channel.asyncError(x);
        }
    }

    @Override
    public String toString() {
        return "HttpInput@" + Integer.toHexString(hashCode()) + "[async=" + isAsync() + ",eof=" + eof + ",error="
                + error + "]";
    }

    /** Runs the request on when a demand is met. */
    private final class DemandTask implements Invocable.Task {
        @Override
        public void run() {
            demanding = false;
            channel.onReadReady(true);
        }

        @Override
        public Invocable.InvocationType getInvocationType() {
            return Invocable.InvocationType.BLOCKING;
        }
    }
}
