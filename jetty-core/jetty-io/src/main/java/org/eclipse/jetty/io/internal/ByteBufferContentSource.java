package org.eclipse.jetty.io.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;

/** Content that is in memory. Guarded by itself; the demand callback is run outside. */
public class ByteBufferContentSource implements Content.Source {
    private final ByteBuffer[] byteBuffers;
    private final long length;
    private int index;
    private boolean ended;
    private Content.Chunk failure;

    public ByteBufferContentSource(ByteBuffer... byteBuffers) {
        this.byteBuffers = byteBuffers;
        long sum = 0;
        for (ByteBuffer buffer : byteBuffers) {
            sum += buffer.remaining();
        }
        length = sum;
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
