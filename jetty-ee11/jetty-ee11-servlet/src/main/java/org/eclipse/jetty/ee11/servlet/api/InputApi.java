package org.eclipse.jetty.ee11.servlet.api;

import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The part of an input stream that exists in this version of the Servlet API only. Used by one thread at a time. */
public abstract class InputApi extends ServletInputStream {
    /** Returns whether a read listener is set, so that reading must not block. */
    public abstract boolean isAsync();

    /** Returns whether reading would not wait: there is content, a failure or the end. */
    protected abstract boolean isReadable();

    /**
     * Reads what there is into a buffer, whose position moves by it. Blocks for the first byte in blocking mode.
     *
     * @return the number of bytes; 0 for a buffer without room; -1 at the end
     */
    protected abstract int fill(ByteBuffer target) throws IOException;

    /**
     * Reads between the position and the limit of a buffer. The position stays, and the limit becomes the position and the
     * number of bytes (Servlet 6.1).
     *
     * @throws IllegalStateException if there is a read listener and nothing to read
     */
    @Override
    public int read(ByteBuffer target) throws IOException {
        Objects.requireNonNull(target, "buffer");
        if (isAsync() && !isReadable()) {
            throw new IllegalStateException("isReady() was not called or returned false");
        }
        if (!target.hasRemaining()) {
            return 0;
        }
        int position = target.position();
        int read = fill(target);
        if (read >= 0) {
            target.limit(position + read).position(position);
        }
        return read;
    }

    @Override
    public int readLine(byte[] b, int off, int len) throws IOException {
        ensureBlocking();
        return super.readLine(b, off, len);
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        ensureBlocking();
        return super.readAllBytes();
    }

    @Override
    public byte[] readNBytes(int len) throws IOException {
        ensureBlocking();
        return super.readNBytes(len);
    }

    @Override
    public int readNBytes(byte[] b, int off, int len) throws IOException {
        ensureBlocking();
        return super.readNBytes(b, off, len);
    }

    private void ensureBlocking() {
        if (isAsync()) {
            throw new IllegalStateException("A read listener is set: this method needs blocking mode");
        }
    }
}
