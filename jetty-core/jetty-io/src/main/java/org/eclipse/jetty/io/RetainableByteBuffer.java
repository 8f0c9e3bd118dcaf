package org.eclipse.jetty.io;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import org.eclipse.jetty.io.internal.RetainedByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * A {@link ByteBuffer} with a count of its users.
 *
 * <p>The byte buffer is always ready to be read: what lies between position and limit is content. Reading moves the
 * position of the one shared byte buffer; a {@link #slice()} has its own.
 */
public interface RetainableByteBuffer extends Retainable {
    /** Nothing, and never released. */
    RetainableByteBuffer EMPTY = new RetainedByteBuffer(BufferUtil.EMPTY_BUFFER, NON_RETAINABLE);

    /** The bytes as a retainable that the garbage collector frees. */
    static Mutable wrap(ByteBuffer byteBuffer) {
        return new RetainedByteBuffer(byteBuffer, new ReferenceCounter());
    }

    /** The bytes, counted by the given retainable. */
    static Mutable wrap(ByteBuffer byteBuffer, Retainable retainable) {
        return new RetainedByteBuffer(byteBuffer, retainable);
    }

    /** The bytes; {@code releaser} is run at the last release. */
    static Mutable wrap(ByteBuffer byteBuffer, Runnable releaser) {
        return new RetainedByteBuffer(byteBuffer, new ReferenceCounter() {
            @Override
            public boolean release() {
                boolean last = super.release();
                if (last) {
                    releaser.run();
                }
                return last;
            }
        });
    }

    /** The bytes, ready to be read. */
    ByteBuffer getByteBuffer();

    /** Whether this buffer may be written to: it is {@link Mutable}, alone in use and not read-only. */
    default boolean isMutable() {
        return this instanceof Mutable && !isRetained() && !getByteBuffer().isReadOnly();
    }

    /**
     * This buffer for writing.
     *
     * @throws ReadOnlyBufferException if it is shared or read-only
     */
    default Mutable asMutable() {
        if (isMutable()) {
            return (Mutable) this;
        }
        throw new ReadOnlyBufferException();
    }

    /** Appends as much as fits to another buffer; returns whether nothing remains. */
    default boolean appendTo(ByteBuffer to) {
        BufferUtil.append(to, getByteBuffer());
        return !hasRemaining();
    }

    /** Appends as much as fits to another buffer; returns whether nothing remains. */
    default boolean appendTo(RetainableByteBuffer to) {
        return to.asMutable().append(getByteBuffer());
    }

    /** The same bytes in memory of their own. */
    default RetainableByteBuffer copy() {
        return wrap(BufferUtil.copy(getByteBuffer()));
    }

    /** Reads one byte and moves on. */
    default byte get() {
        return getByteBuffer().get();
    }

    /** The byte at an index that counts from the first byte to be read. */
    default byte get(long index) {
        ByteBuffer buffer = getByteBuffer();
        return buffer.get(buffer.position() + Math.toIntExact(index));
    }

    /** Reads up to {@code length} bytes; returns how many. */
    default int get(byte[] bytes, int offset, int length) {
        ByteBuffer buffer = getByteBuffer();
        int count = Math.min(buffer.remaining(), length);
        buffer.get(bytes, offset, count);
        return count;
    }

    default boolean isDirect() {
        return getByteBuffer().isDirect();
    }

    /** How many bytes are left to be read. */
    default int remaining() {
        return getByteBuffer().remaining();
    }

    default boolean hasRemaining() {
        return getByteBuffer().hasRemaining();
    }

    default boolean isEmpty() {
        return !hasRemaining();
    }

    /** The number of bytes left to be read, as a long. */
    default long size() {
        return remaining();
    }

    default long maxSize() {
        return capacity();
    }

    default int capacity() {
        return getByteBuffer().capacity();
    }

    /** Makes it empty. */
    default void clear() {
        BufferUtil.clear(getByteBuffer());
    }

    /** How many bytes can be appended. */
    default long space() {
        ByteBuffer buffer = getByteBuffer();
        return buffer.capacity() - buffer.limit();
    }

    default boolean isFull() {
        return space() == 0;
    }

    /** Passes over up to {@code length} bytes; returns how many. */
    default long skip(long length) {
        ByteBuffer buffer = getByteBuffer();
        int count = (int) Math.min(length, buffer.remaining());
        buffer.position(buffer.position() + count);
        return count;
    }

    /** Keeps only the first {@code size} of the bytes to be read. */
    default void limit(long size) {
        ByteBuffer buffer = getByteBuffer();
        buffer.limit(buffer.position() + (int) Math.min(size, buffer.remaining()));
    }

    /** The same memory with a position of its own; retains this buffer, and releasing the slice releases it. */
    default RetainableByteBuffer slice() {
        if (canRetain()) {
            retain();
        }
        return wrap(getByteBuffer().slice(), (Retainable) this);
    }

    /** As {@link #slice()}, of the first {@code length} bytes. */
    default RetainableByteBuffer slice(long length) {
        RetainableByteBuffer slice = slice();
        slice.limit(length);
        return slice;
    }

    /** Copies what remains to {@code to}, which is in filling mode, and consumes it. */
    default void putTo(ByteBuffer to) {
        to.put(getByteBuffer());
    }

    /** Writes the bytes to a sink. */
    default void writeTo(Content.Sink sink, boolean last, Callback callback) {
        sink.write(last, getByteBuffer(), callback);
    }

    default String toDetailString() {
        return BufferUtil.toDetailString(getByteBuffer());
    }

    /** A buffer that its only user may write to. */
    interface Mutable extends RetainableByteBuffer {
        /** Appends as much as fits, consuming it; returns whether all of it did. */
        default boolean append(ByteBuffer bytes) {
            BufferUtil.append(getByteBuffer(), bytes);
            return !bytes.hasRemaining();
        }

        /** Appends as much as fits, consuming it; returns whether all of it did. */
        default boolean append(RetainableByteBuffer bytes) {
            return append(bytes.getByteBuffer());
        }

        /** Appends one byte. */
        default Mutable put(byte b) {
            ByteBuffer buffer = getByteBuffer();
            int limit = buffer.limit();
            buffer.limit(limit + 1);
            buffer.put(limit, b);
            return this;
        }

        /** Appends bytes. */
        default Mutable put(byte[] bytes, int offset, int length) {
            ByteBuffer buffer = getByteBuffer();
            int limit = buffer.limit();
            buffer.limit(limit + length);
            buffer.put(limit, bytes, offset, length);
            return this;
        }

        /** Appends bytes. */
        default Mutable put(byte[] bytes) {
            return put(bytes, 0, bytes.length);
        }
    }
}
