package org.eclipse.jetty.io.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.BufferUtil;

/** The failure of a content. */
public record FailureChunk(Throwable getFailure, boolean isLast) implements Content.Chunk {
    @Override
    public ByteBuffer getByteBuffer() {
        return BufferUtil.EMPTY_BUFFER;
    }
}
