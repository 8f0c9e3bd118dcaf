package org.eclipse.jetty.compression.zstandard.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.compression.zstandard.ZstandardCompression;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/** Lends a direct buffer to native code, where the one that there is is not direct. Confined to its coder. */
final class DirectBuffers {
    /** Whether the native code has ended what it shall do. */
    @FunctionalInterface
    interface Operation {
        boolean run(ByteBuffer input, ByteBuffer output);
    }

    private final ZstandardCompression compression;
    private final int size;

    DirectBuffers(ZstandardCompression compression, int size) {
        this.compression = compression;
        this.size = size;
    }

    /** Runs once, with a part of the input and of the output if they had to be copied. */
    boolean run(ByteBuffer input, ByteBuffer output, Operation operation) {
        if (input.isDirect() && output.isDirect()) {
            return operation.run(input, output);
        }
        RetainableByteBuffer.Mutable in = input.isDirect() ? null : compression.acquireByteBuffer(size);
        RetainableByteBuffer.Mutable out = output.isDirect() ? null : compression.acquireByteBuffer(size);
        try {
            ByteBuffer source = in == null ? input : copyOf(input, in.getByteBuffer());
            ByteBuffer target = out == null ? output : emptied(out.getByteBuffer(), output.remaining());
            int length = source.remaining();
            boolean ended = operation.run(source, target);
            if (in != null) {
                input.position(input.position() + length - source.remaining());
            }
            if (out != null) {
                output.put(target.flip());
            }
            return ended;
        } finally {
            give(in);
            give(out);
        }
    }

    private static ByteBuffer copyOf(ByteBuffer input, ByteBuffer buffer) {
        ByteBuffer copy = emptied(buffer, input.remaining());
        copy.put(0, input, input.position(), copy.remaining());
        return copy;
    }

    private static ByteBuffer emptied(ByteBuffer buffer, int most) {
        BufferUtil.clearToFill(buffer);
        return buffer.slice(0, Math.min(buffer.capacity(), most));
    }

    private static void give(RetainableByteBuffer.@Nullable Mutable buffer) {
        if (buffer != null) {
            buffer.getByteBuffer().clear().flip();
            buffer.release();
        }
    }
}
