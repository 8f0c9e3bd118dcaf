package org.eclipse.jetty.io.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SeekableByteChannel;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.thread.SerializedInvoker;

/**
 * Content of a channel that blocks, or never has to. Reading reads the channel, which is closed at the end, or by a failure. Guarded
 * by itself; the demand callback is run outside.
 */
public class ByteChannelContentSource implements Content.Source {
    private final SerializedInvoker invoker = new SerializedInvoker();
    private final ByteBufferPool.Sized pool;
    private final ByteChannel channel;
    private final long offset;
    private boolean positioned;
    private long left;
    private Content.Chunk terminal;

    /** @param pool where the buffers come from; null for none */
    public ByteChannelContentSource(ByteBufferPool.Sized pool, ByteChannel channel) {
        this(pool, channel, -1, -1);
    }

    /**
     * @param pool where the buffers come from; null for none
     * @param offset where the content begins; negative for the position of the channel
     * @param length the number of bytes at most; negative for all the rest
     */
    public ByteChannelContentSource(ByteBufferPool.Sized pool, SeekableByteChannel channel, long offset, long length) {
        this(pool, (ByteChannel) channel, offset, length);
    }

    private ByteChannelContentSource(ByteBufferPool.Sized pool, ByteChannel channel, long offset, long length) {
        this.pool = pool == null ? ByteBufferPool.SIZED_NON_POOLING : pool;
        this.channel = channel;
        this.offset = offset;
        left = length;
    }

    @Override
    public synchronized Content.Chunk read() {
        if (terminal != null) {
            return terminal;
        }
        if (left == 0) {
            return end(Content.Chunk.EOF);
        }
        RetainableByteBuffer buffer = pool.acquire();
        ByteBuffer bytes = buffer.getByteBuffer();
        try {
            if (!positioned && offset >= 0) {
                ((SeekableByteChannel) channel).position(offset);
            }
            positioned = true;
            bytes.clear();
            if (left > 0) {
                bytes.limit((int) Math.min(bytes.capacity(), left));
            }
            int count = channel.read(bytes);
            bytes.flip();
            if (count <= 0) {
                buffer.release();
                return end(
                        count < 0
                                ? Content.Chunk.EOF
                                : Content.Chunk.from(
                                        new IOException(channel + " has no bytes (expected: a channel that blocks)")));
            }
            if (left > 0) {
                left -= count;
            }
            return Content.Chunk.from(buffer, false);
        } catch (Throwable x) {
            bytes.clear().limit(0);
            buffer.release();
            return end(Content.Chunk.from(x));
        }
    }

    private Content.Chunk end(Content.Chunk chunk) {
        terminal = chunk;
        try {
            channel.close();
        } catch (IOException x) {
            if (!Content.Chunk.isFailure(chunk)) {
                terminal = Content.Chunk.from(x);
            }
        }
        return terminal;
    }

    @Override
    public void demand(Runnable demandCallback) {
        invoker.run(demandCallback);
    }

    @Override
    public synchronized void fail(Throwable failure) {
        if (terminal == null) {
            end(Content.Chunk.from(failure));
        }
    }
}
