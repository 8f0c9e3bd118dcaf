package org.eclipse.jetty.io.content;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** Content that is in memory. Guarded by itself; the demand callback is run outside. */
public class ByteBufferContentSource implements Content.Source, ReadySource {
    private final ByteBuffer[] byteBuffers;
    private final long length;
    private int index;
    private boolean ended;
    private Content.@Nullable Chunk failure;

    /** @param byteBuffers the bytes, which are read from slices: the buffers stay as they are */
    public ByteBufferContentSource(Collection<ByteBuffer> byteBuffers) {
        this(byteBuffers.toArray(ByteBuffer[]::new));
    }

    /** @param byteBuffers the bytes, which are read from slices: the buffers stay as they are */
    public ByteBufferContentSource(ByteBuffer... byteBuffers) {
        this.byteBuffers = byteBuffers.clone();
        long sum = 0;
        for (ByteBuffer buffer : byteBuffers) {
            sum += buffer.remaining();
        }
        length = sum;
    }

    /** The buffers that hold the content. */
    public Collection<ByteBuffer> getByteBuffers() {
        return List.of(byteBuffers);
    }

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public synchronized Content.Chunk read() {
        if (failure != null) {
            return failure;
        }
        if (ended || byteBuffers.length == 0) {
            ended = true;
            return Content.Chunk.EOF;
        }
        ByteBuffer buffer = byteBuffers[index++].slice();
        ended = index == byteBuffers.length;
        return Content.Chunk.from(buffer, ended);
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void demand(Runnable demandCallback) {
        demandCallback.run();
    }

    @Override
    public synchronized void fail(Throwable x) {
        if (failure == null) {
            failure = Content.Chunk.from(x);
        }
    }

    @Override
    public synchronized boolean rewind() {
        if (failure != null) {
            return false;
        }
        index = 0;
        ended = false;
        return true;
    }
}
