package org.eclipse.jetty.client.transport.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;

/** How much one write takes. */
class ContentBatchTest {
    private final ContentBatch batch = new ContentBatch();

    private int fill() {
        int first = 32 * 1024;
        while (batch.hasRoom(first)) {
            batch.add(Content.Chunk.from(ByteBuffer.allocate(first), false));
        }
        int bytes = first + batch.remaining();
        batch.release();
        return bytes;
    }

    @Test
    void batchesGrowWhileTheNetworkTakesAll() {
        assertThat(fill()).isEqualTo(32 * 1024);
        for (int expected : new int[] {32, 64, 128, 256, 512, 512}) {
            batch.taken(true);
            assertThat(fill()).isEqualTo(expected * 1024);
        }
    }

    @Test
    void slowNetworkIsGivenAPieceAtATime() {
        for (int i = 0; i < 10; i++) {
            batch.taken(true);
        }
        batch.taken(false);
        assertThat(fill()).isEqualTo(32 * 1024);
        batch.taken(false);
        assertThat(fill()).isEqualTo(32 * 1024);
    }

    @Test
    void piecesAreFewHoweverSmall() {
        for (int i = 0; i < 10; i++) {
            batch.taken(true);
        }
        int count = 0;
        while (batch.hasRoom(1)) {
            batch.add(Content.Chunk.from(ByteBuffer.allocate(1), false));
            count++;
        }
        assertThat(count).isEqualTo(64);
        assertThat(batch.after(ByteBuffer.allocate(3))).hasSize(65);
    }
}
