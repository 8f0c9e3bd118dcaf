package org.eclipse.jetty.io;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.util.BufferUtil;

/** A stream that appends to a buffer; a full buffer overflows. Confined to its writer. */
public class ByteBufferOutputStream extends OutputStream {
    private final ByteBuffer buffer;

    public ByteBufferOutputStream(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public void write(int b) {
        BufferUtil.append(buffer, (byte) b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        BufferUtil.append(buffer, bytes, offset, length);
    }
}
