package org.eclipse.jetty.io.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;

/** A byte buffer and the retainable that counts its users. Thread-safe as to the count. */
public class RetainedByteBuffer extends Retainable.Wrapper implements RetainableByteBuffer.Mutable {
    private final ByteBuffer byteBuffer;

    public RetainedByteBuffer(ByteBuffer byteBuffer, Retainable retainable) {
        super(retainable);
        this.byteBuffer = byteBuffer;
    }

    @Override
    public ByteBuffer getByteBuffer() {
        return byteBuffer;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "@" + Integer.toHexString(hashCode()) + "{" + getRetained() + ","
                + BufferUtil.toSummaryString(byteBuffer) + "}";
    }
}
