package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.util.BufferUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayByteBufferPoolTest {
    @ParameterizedTest
    @CsvSource({"0,4096", "1,4096", "4096,4096", "4097,8192", "65536,65536", "70000,70000"})
    void linearClassesFit(int size, int capacity) {
        ArrayByteBufferPool pool = new ArrayByteBufferPool();
        RetainableByteBuffer buffer = pool.acquire(size, false);
        assertThat(buffer.capacity()).isEqualTo(capacity);
        assertThat(buffer.hasRemaining()).isFalse();
        buffer.release();
    }

    @ParameterizedTest
    @CsvSource({"1,4096", "4097,8192", "8193,16384", "16385,32768", "40000,65536", "65536,65536", "65537,65537"})
    void quadraticClassesFit(int size, int capacity) {
        ArrayByteBufferPool pool = new ArrayByteBufferPool.Quadratic();
        assertThat(pool.acquire(size, true).capacity()).isEqualTo(capacity);
    }

    @Test
    void releasedBufferIsLentAgainEmpty() {
        ArrayByteBufferPool pool = new ArrayByteBufferPool();
        RetainableByteBuffer.Mutable first = pool.acquire(100, false);
        first.put((byte) 1);
        ByteBuffer memory = first.getByteBuffer();
        assertThat(first.release()).isTrue();
        assertThat(pool.getAvailableHeapByteBufferCount()).isEqualTo(1);
        RetainableByteBuffer second = pool.acquire(100, false);
        assertThat(second.getByteBuffer()).isSameAs(memory);
        assertThat(second.remaining()).isZero();
        assertThat(pool.getAvailableHeapMemory()).isZero();
    }

    @Test
    void retainedBufferStaysUntilTheLastRelease() {
        ArrayByteBufferPool pool = new ArrayByteBufferPool();
        RetainableByteBuffer buffer = pool.acquire(10, true);
        buffer.retain();
        assertThat(buffer.release()).isFalse();
        assertThat(pool.getAvailableDirectByteBufferCount()).isZero();
        assertThat(buffer.release()).isTrue();
        assertThat(pool.getAvailableDirectByteBufferCount()).isEqualTo(1);
        assertThatThrownBy(buffer::release).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void idleMemoryIsBounded() {
        ArrayByteBufferPool pool = new ArrayByteBufferPool(0, 1024, 4096, -1, 2048, -1);
        List<RetainableByteBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            buffers.add(pool.acquire(1024, false));
        }
        buffers.forEach(RetainableByteBuffer::release);
        assertThat(pool.getAvailableHeapByteBufferCount()).isEqualTo(2);
        assertThat(pool.getAvailableHeapMemory()).isEqualTo(2048);
        pool.clear();
        assertThat(pool.getAvailableHeapMemory()).isZero();
    }

    @Test
    void classSizesMustFitTheLargest() {
        assertThatThrownBy(() -> new ArrayByteBufferPool(0, 1000, 1500))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1500")
                .hasMessageContaining("1000");
    }

    @Test
    void trackingPoolNamesTheLeak() {
        ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
        RetainableByteBuffer buffer = pool.acquire(10, false);
        assertThat(pool.getLeakCount()).isEqualTo(1);
        assertThat(pool.dumpLeaks()).contains("trackingPoolNamesTheLeak");
        buffer.release();
        assertThat(pool.getLeakCount()).isZero();
    }

    @Test
    void trackingPoolHasTheSizesOfOthers() {
        for (ArrayByteBufferPool.Tracking pool : List.of(
                new ArrayByteBufferPool.Tracking(0, 1024, 2048),
                new ArrayByteBufferPool.Tracking(0, 1024, 2048, 1L << 20, 1L << 20),
                new ArrayByteBufferPool.Tracking(0, 1024, 2048, 1, 1L << 20, 1L << 20))) {
            RetainableByteBuffer pooled = pool.acquire(10, false);
            assertThat(pooled.capacity()).isEqualTo(1024);
            assertThat(pool.getLeakCount()).isEqualTo(1);
            pooled.release();
            pool.acquire(4096, false).release();
            assertThat(pool.getAvailableHeapMemory()).isEqualTo(1024);
        }
    }

    @Test
    void noBufferIsLentTwiceByManyThreads() throws Exception {
        ArrayByteBufferPool pool = new ArrayByteBufferPool(0, 1024, 4096, 8);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(4);
        for (int t = 0; t < 4; t++) {
            byte mark = (byte) (t + 1);
            new Thread(() -> {
                        try {
                            for (int i = 0; i < 20_000; i++) {
                                RetainableByteBuffer.Mutable buffer =
                                        pool.acquire(ThreadLocalRandom.current().nextInt(1, 4096), false);
                                buffer.put(mark);
                                if (i % 16 == 0) {
                                    Thread.yield();
                                }
                                assertThat(buffer.remaining()).isEqualTo(1);
                                assertThat(buffer.get(0L)).isEqualTo(mark);
                                buffer.release();
                            }
                        } catch (Throwable x) {
                            failure.set(x);
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        assertThat(failure.get()).isNull();
    }

    @Test
    void sliceRetainsItsBuffer() {
        ArrayByteBufferPool pool = new ArrayByteBufferPool();
        RetainableByteBuffer.Mutable buffer = pool.acquire(10, false);
        buffer.append(BufferUtil.toBuffer("abcdef"));
        RetainableByteBuffer slice = buffer.slice(3);
        buffer.release();
        assertThat(BufferUtil.toString(slice.getByteBuffer())).isEqualTo("abc");
        assertThat(pool.getAvailableHeapByteBufferCount()).isZero();
        slice.release();
        assertThat(pool.getAvailableHeapByteBufferCount()).isEqualTo(1);
    }

    @Test
    void callersOfTheGeneralSignatureStillLink() throws Exception {
        assertThat(ByteBufferPool.class.getMethods())
                .anyMatch(m -> m.getName().equals("acquire") && m.getReturnType() == RetainableByteBuffer.class);
    }

    @Test
    void trackingPoolKnowsSizeTimeAndStackOfEachLeak() {
        ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
        RetainableByteBuffer buffer = pool.acquire(1234, false);
        assertThat(pool.getLeaks()).singleElement().satisfies(leak -> {
            assertThat(leak.getSize()).isEqualTo(1234);
            assertThat(leak.getAcquireInstant()).isBeforeOrEqualTo(Instant.now());
            assertThat(leak.getAcquireStack()).hasStackTraceContaining("trackingPoolKnows");
        });
        buffer.release();
        assertThat(pool.getLeaks()).isEmpty();
    }
}
