package org.eclipse.jetty.http2.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The content of a stream that has come and was not read.
 *
 * <p>Pieces refer to the buffer in which they came, and give their octets back to the windows when they are released. Small
 * ones that nobody reads share memory, so that it stays in proportion to the content. Guarded by the lock of the connection.
 */
public final class ReceivedContent {
    /** A piece of content below this is copied after one that nobody has read yet. */
    private static final int SMALL = 2048;

    private static final int GATHER_SIZE = 4096;

    private final ArrayDeque<Content.Chunk> chunks = new ArrayDeque<>(4);
    private final FrameOutput<?> output;
    private final int streamId;
    private @Nullable ByteBuffer gathering;
    private @Nullable Piece gathered;

    public ReceivedContent(FrameOutput<?> output, int streamId) {
        this.output = output;
        this.streamId = streamId;
    }

    public boolean isEmpty() {
        return chunks.isEmpty();
    }

    /** Adds a piece of the input, which is retained or copied. */
    public void add(RetainableByteBuffer input, int position, int length, boolean last) {
        if (!gather(input, position, length, last)) {
            ByteBuffer buffer = input.getByteBuffer();
            input.retain();
            add(Content.Chunk.asChunk(
                    buffer.slice(position, length), last, new Piece(output, streamId, length, input)));
        }
    }

    /** Adds a chunk that takes no room in the windows, such as the end. */
    public void add(Content.Chunk chunk) {
        chunks.add(chunk);
        gathering = null;
    }

    private boolean gather(RetainableByteBuffer input, int position, int length, boolean last) {
        if (length >= SMALL || last || chunks.isEmpty()) {
            return false;
        }
        ByteBuffer from = input.getByteBuffer();
        if (gathering == null || gathering.capacity() - gathering.limit() < length) {
            ByteBuffer memory = ByteBuffer.allocate(GATHER_SIZE);
            memory.limit(length);
            memory.put(0, from, position, length);
            Piece piece = new Piece(output, streamId, length, null);
            add(Content.Chunk.asChunk(memory, false, piece));
            gathering = memory;
            gathered = piece;
            return true;
        }
        int at = gathering.limit();
        gathering.limit(at + length);
        gathering.put(at, from, position, length);
        assert gathered != null : "the piece of what is gathered";
        gathered.length += length;
        return true;
    }

    /** Returns the next chunk without taking it; null if there is none. */
    public Content.@Nullable Chunk peek() {
        return chunks.peek();
    }

    /** Takes the next chunk; null if there is none. */
    public Content.@Nullable Chunk poll() {
        Content.Chunk chunk = chunks.poll();
        if (chunk != null && chunks.isEmpty()) {
            gathering = null;
        }
        return chunk;
    }

    /** Releases what nobody took. Without the lock, by the one who has made sure that no other one uses it. */
    public void release() {
        for (Content.Chunk chunk; (chunk = chunks.poll()) != null; ) {
            chunk.release();
        }
    }

    /** The bytes of a chunk: given back to the windows, and to the buffer, when the application releases it. */
    private static final class Piece extends Retainable.ReferenceCounter {
        private final FrameOutput<?> output;
        private final int streamId;
        private final @Nullable RetainableByteBuffer input;
        private int length;

        private Piece(FrameOutput<?> output, int streamId, int length, @Nullable RetainableByteBuffer input) {
            this.output = output;
            this.streamId = streamId;
            this.length = length;
            this.input = input;
        }

        @Override
        public boolean release() {
            boolean last = super.release();
            if (last) {
                if (input != null) {
                    input.release();
                }
                output.consumed(streamId, length);
            }
            return last;
        }
    }
}
