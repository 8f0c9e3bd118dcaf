package org.eclipse.jetty.client.transport.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;

/**
 * The pieces of content that one write takes to the network with the piece before them.
 *
 * <p>A batch may be twice as long as the one before, up to {@value #MAX_BYTES} bytes, while the network takes all at once: a slow
 * network is given one piece after the other, so that no more of the content is held in memory than it takes. Confined to its
 * sender.
 */
final class ContentBatch {
    private static final int MAX_BYTES = 512 * 1024;
    private static final int MIN_BYTES = 32 * 1024;
    private static final int MAX_PIECES = 64;

    private final List<Content.Chunk> chunks = new ArrayList<>();
    private int remaining;
    private int limit;

    /** Whether another piece may follow {@code first} bytes and the pieces that are here. */
    boolean hasRoom(int first) {
        return chunks.size() < MAX_PIECES && first + remaining < limit;
    }

    void add(Content.Chunk chunk) {
        chunks.add(chunk);
        remaining += chunk.remaining();
    }

    boolean isEmpty() {
        return chunks.isEmpty();
    }

    /** The bytes of the pieces. */
    int remaining() {
        return remaining;
    }

    /** Returns the buffers given, and those of the pieces after them. */
    ByteBuffer[] after(ByteBuffer... before) {
        ByteBuffer[] buffers = new ByteBuffer[before.length + chunks.size()];
        System.arraycopy(before, 0, buffers, 0, before.length);
        for (int i = 0; i < chunks.size(); i++) {
            buffers[before.length + i] = chunks.get(i).getByteBuffer().slice();
        }
        return buffers;
    }

    /** Notes whether the network took all at once. */
    void taken(boolean atOnce) {
        limit = atOnce ? Math.min(MAX_BYTES, Math.max(MIN_BYTES, 2 * limit)) : 0;
    }

    /** Has each piece reported, and releases it. */
    void report(Consumer<ByteBuffer> reporter) {
        for (Content.Chunk chunk : chunks) {
            reporter.accept(chunk.getByteBuffer());
        }
        release();
    }

    void release() {
        for (Content.Chunk chunk : chunks) {
            chunk.release();
        }
        chunks.clear();
        remaining = 0;
    }
}
