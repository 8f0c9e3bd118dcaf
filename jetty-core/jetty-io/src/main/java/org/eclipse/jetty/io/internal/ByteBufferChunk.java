package org.eclipse.jetty.io.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.util.BufferUtil;

/** Bytes of a content, counted by a retainable. */
public class ByteBufferChunk extends Retainable.Wrapper implements Content.Chunk {
    private final ByteBuffer byteBuffer;
    private final boolean last;

    public ByteBufferChunk(ByteBuffer byteBuffer, boolean last, Retainable retainable) {
        super(retainable);
        this.byteBuffer = byteBuffer;
        this.last = last;
    }

    @Override
    public ByteBuffer getByteBuffer() {
        return byteBuffer;
    }

    @Override
    public boolean isLast() {
        return last;
    }

    @Override
    public String toString() {
        return "Chunk@" + Integer.toHexString(hashCode()) + "{last=" + last + "," + getRetained() + ","
                + BufferUtil.toSummaryString(byteBuffer) + "}";
    }
}
