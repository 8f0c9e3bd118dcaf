package org.eclipse.jetty.io.internal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/** Gathers a content in memory. Serialised by the source's demand. */
public class ContentAccumulator implements Invocable.Task {
    private final Content.Source source;
    private final int maxSize;
    private final Promise<ByteBuffer> promise;
    private byte[] bytes;
    private int size;

    /** @param maxSize the limit in bytes, or a negative number for none */
    public ContentAccumulator(Content.Source source, int maxSize, Promise<ByteBuffer> promise) {
        this.source = source;
        this.maxSize = maxSize;
        this.promise = promise;
        long length = source.getLength();
        bytes = new byte[length > 0 && length < 1 << 16 ? (int) length : 512];
    }

    @Override
    public InvocationType getInvocationType() {
        return Invocable.getInvocationType(promise);
    }

    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            Throwable cause = chunk.getFailure();
            if (cause != null) {
                if (!chunk.isLast()) {
                    source.fail(cause);
                }
                promise.failed(cause);
                return;
            }
            boolean fits = add(chunk.getByteBuffer());
            chunk.release();
            if (!fits) {
                IllegalStateException failure = new IllegalStateException("content exceeds " + maxSize + " bytes");
                source.fail(failure);
                promise.failed(failure);
                return;
            }
            if (chunk.isLast()) {
                promise.succeeded(ByteBuffer.wrap(bytes, 0, size));
                return;
            }
        }
    }

    private boolean add(ByteBuffer buffer) {
        int count = buffer.remaining();
        if (maxSize >= 0 && count > maxSize - size) {
            return false;
        }
        if (count > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, count), bytes.length + (bytes.length >> 1)));
        }
        buffer.get(bytes, size, count);
        size += count;
        return true;
    }
}
