package org.eclipse.jetty.io.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.SerializedInvoker;

/** Content of a stream; reading blocks the reader. Confined to its reader, but for failing, which is guarded by itself. */
public class StreamContentSource implements Content.Source {
    private final SerializedInvoker invoker = new SerializedInvoker();
    private final ByteBufferPool.Sized pool;
    private final InputStream input;
    private Content.Chunk terminal;

    public StreamContentSource(ByteBufferPool.Sized pool, InputStream input) {
        this.pool = pool == null ? ByteBufferPool.SIZED_NON_POOLING : pool;
        this.input = input;
    }

    /** Reads bytes into a heap buffer that is ready to be filled; returns -1 at the end. */
    protected int fill(ByteBuffer buffer) throws IOException {
        return input.read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    }

    @Override
    public Content.Chunk read() {
        synchronized (this) {
            if (terminal != null) {
                return terminal;
            }
        }
        RetainableByteBuffer buffer = pool.acquire(pool.getSize(), false);
        ByteBuffer bytes = buffer.getByteBuffer();
        try {
            bytes.clear();
            int read = fill(bytes);
            bytes.limit(Math.max(0, read));
            if (read < 0) {
                buffer.release();
                input.close();
                return end(Content.Chunk.EOF);
            }
            return Content.Chunk.from(buffer, false);
        } catch (Throwable x) {
            BufferUtil.clear(bytes);
            buffer.release();
            return end(Content.Chunk.from(x));
        }
    }

    private synchronized Content.Chunk end(Content.Chunk chunk) {
        if (terminal == null) {
            terminal = chunk;
        }
        return terminal;
    }

    @Override
    public void demand(Runnable demandCallback) {
        invoker.run(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
        synchronized (this) {
            if (terminal != null) {
                return;
            }
            terminal = Content.Chunk.from(failure);
        }
        try {
            input.close();
        } catch (IOException x) {
            failure.addSuppressed(x);
        }
    }
}
