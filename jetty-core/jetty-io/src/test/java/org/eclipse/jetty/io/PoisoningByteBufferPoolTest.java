package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.util.BufferUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoisoningByteBufferPoolTest {
    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lateReaderFindsPoison(boolean direct) {
        RetainableByteBuffer.Mutable buffer = pool.acquire(10, direct);
        buffer.append(BufferUtil.toBuffer("secret"));
        ByteBuffer kept = buffer.getByteBuffer().slice();
        RetainableByteBuffer slice = buffer.slice();
        buffer.release();
        assertThat(BufferUtil.toString(kept)).isEqualTo("secret");
        slice.release();
        for (int i = 0; i < kept.remaining(); i++) {
            assertThat(kept.get(i)).isEqualTo(PoisoningByteBufferPool.POISON);
        }
        assertThat(pool.getLateWrites()).isEmpty();
        assertThat(pool.getLeakCount()).isZero();
    }

    @Test
    void lateWriterIsFoundWhenTheBufferIsLentAgain() {
        RetainableByteBuffer.Mutable buffer = pool.acquire(5000, false);
        ByteBuffer kept = buffer.getByteBuffer();
        buffer.release();
        kept.clear().put(8191, (byte) 'x');
        RetainableByteBuffer again = pool.acquire(5000, false);
        assertThat(again.getByteBuffer()).isSameAs(kept);
        assertThat(pool.getLateWrites())
                .singleElement()
                .asString()
                .contains("byte 8191 of 8192")
                .contains("lateWriterIsFoundWhenTheBufferIsLentAgain");
        again.release();
        assertThat(pool.getLateWrites()).hasSize(1);
    }

    @Test
    void lateWriterIsFoundWhileTheBufferIsIdle() {
        RetainableByteBuffer.Mutable buffer = pool.acquire(10, true);
        buffer.release();
        buffer.getByteBuffer().clear().put((byte) 'x');
        assertThat(pool.getLateWrites()).hasSize(1);
    }

    @Test
    void buffersAreLentAgainEmpty() {
        RetainableByteBuffer.Mutable buffer = pool.acquire(10, true);
        ByteBuffer memory = buffer.getByteBuffer();
        buffer.append(BufferUtil.toBuffer("first"));
        buffer.release();
        RetainableByteBuffer.Mutable again = pool.acquire(10, true);
        assertThat(again.getByteBuffer()).isSameAs(memory);
        assertThat(again.hasRemaining()).isFalse();
        again.append(BufferUtil.toBuffer("second"));
        assertThat(BufferUtil.toString(again.getByteBuffer())).isEqualTo("second");
        again.release();
        assertThat(pool.getLateWrites()).isEmpty();
    }

    @Test
    void bufferThatSeveralThreadsReleaseIsPoisonedAfterTheLast() throws Exception {
        for (int i = 0; i < 1000; i++) {
            RetainableByteBuffer.Mutable buffer = pool.acquire(100, false);
            buffer.retain();
            CountDownLatch go = new CountDownLatch(1);
            Thread other = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException x) {
                    throw new IllegalStateException(x);
                }
                buffer.put((byte) 'o');
                buffer.release();
            });
            other.start();
            go.countDown();
            buffer.release();
            other.join();
            assertThat(buffer.getByteBuffer().get(0)).isEqualTo(PoisoningByteBufferPool.POISON);
        }
        assertThat(pool.getLateWrites()).isEmpty();
        assertThat(pool.getAvailableHeapByteBufferCount()).isEqualTo(1);
    }
}
