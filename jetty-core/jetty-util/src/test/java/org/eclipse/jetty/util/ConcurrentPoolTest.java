package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Entries that are reserved, acquired, released and removed. */
class ConcurrentPoolTest {
    private static ConcurrentPool<String> pool(int maxSize, int maxMultiplex) {
        return new ConcurrentPool<>(ConcurrentPool.StrategyType.FIRST, maxSize, pooled -> maxMultiplex);
    }

    @Test
    void entryIsUsedByOneAtATime() {
        Pool<String> pool = new ConcurrentPool<>(ConcurrentPool.StrategyType.FIRST, 1);
        assertThat(pool.acquire()).isNull();
        Pool.Entry<String> entry = pool.reserve();
        assertThat(entry.isReserved()).isTrue();
        assertThat(entry.getPooled()).isNull();
        assertThat(pool.getReservedCount()).isEqualTo(1);
        assertThat(pool.reserve()).isNull();
        assertThat(pool.acquire()).isNull();
        assertThat(entry.enable("a", false)).isTrue();
        assertThat(entry.isIdle()).isTrue();
        assertThatThrownBy(() -> entry.enable("b", false)).isInstanceOf(IllegalStateException.class);
        assertThat(pool.acquire()).isSameAs(entry);
        assertThat(pool.getInUseCount()).isEqualTo(1);
        assertThat(pool.acquire()).isNull();
        assertThat(entry.release()).isTrue();
        assertThat(pool.getIdleCount()).isEqualTo(1);
        assertThatThrownBy(entry::release).isInstanceOf(IllegalStateException.class);
        assertThat(pool.acquire().getPooled()).isEqualTo("a");
    }

    @Test
    void entryThatIsMultiplexedHasSeveralUsers() {
        Pool<String> pool = pool(1, 2);
        Pool.Entry<String> entry = pool.reserve();
        entry.enable("a", true);
        assertThat(pool.acquire()).isSameAs(entry);
        assertThat(pool.acquire()).isNull();
        assertThat(entry.release()).isTrue();
        assertThat(entry.isInUse()).isTrue();
        assertThat(entry.remove()).isFalse();
        assertThat(entry.isTerminated()).isTrue();
        assertThat(pool.size()).isZero();
        assertThat(entry.release()).isFalse();
        assertThat(entry.isInUse()).isFalse();
        assertThat(entry.release()).isFalse();
    }

    @Test
    void removedEntryIsDisposedOfByOne() {
        Pool<String> pool = pool(2, 1);
        Pool.Entry<String> entry = pool.acquire(e -> "a");
        assertThat(entry.release()).isTrue();
        assertThat(entry.remove()).isTrue();
        assertThat(entry.remove()).isFalse();
        assertThat(pool.acquire()).isNull();
        Pool.Entry<String> reserved = pool.reserve();
        reserved.remove();
        assertThat(reserved.enable("b", true)).isFalse();
        assertThat(pool.size()).isZero();
    }

    @Test
    void entryOfACreatorThatFailsOrHasNothingIsRemoved() {
        Pool<String> pool = pool(1, 1);
        assertThatThrownBy(() -> pool.acquire(entry -> {
                    throw new IllegalArgumentException("as the test wants it");
                }))
                .hasMessage("as the test wants it");
        assertThat(pool.size()).isZero();
        assertThat(pool.acquire(entry -> null)).isNull();
        assertThat(pool.size()).isZero();
        assertThat(pool.acquire(entry -> "a").getPooled()).isEqualTo("a");
        assertThat(pool.acquire(entry -> "b")).isNull();
    }

    @Test
    void terminatedPoolGivesItsEntriesBack() {
        Pool<String> pool = pool(3, 1);
        Pool.Entry<String> used = pool.acquire(entry -> "a");
        Pool.Entry<String> idle = pool.reserve();
        idle.enable("b", false);
        Pool.Entry<String> reserved = pool.reserve();
        assertThat(pool.terminate()).containsExactly(used, idle, reserved);
        assertThat(pool.isTerminated()).isTrue();
        assertThat(pool.reserve()).isNull();
        assertThat(pool.acquire()).isNull();
        assertThat(used.release()).isFalse();
        assertThat(reserved.enable("c", true)).isFalse();
        assertThat(pool.terminate()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ConcurrentPool.StrategyType.class)
    void everyEntryIsFoundByEachStrategy(ConcurrentPool.StrategyType strategy) {
        Pool<Integer> pool = new ConcurrentPool<>(strategy, 5);
        for (int i = 0; i < 5; i++) {
            pool.reserve().enable(i, false);
        }
        for (int round = 0; round < 3; round++) {
            List<Pool.Entry<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                all.add(pool.acquire());
            }
            assertThat(all).doesNotContainNull().doesNotHaveDuplicates();
            all.forEach(Pool.Entry::release);
        }
    }

    @Test
    void strategiesBeginWhereTheySay() {
        Pool<Integer> first = new ConcurrentPool<>(ConcurrentPool.StrategyType.FIRST, 3);
        Pool<Integer> turns = new ConcurrentPool<>(ConcurrentPool.StrategyType.ROUND_ROBIN, 3);
        for (int i = 0; i < 3; i++) {
            first.reserve().enable(i, false);
            turns.reserve().enable(i, false);
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Pool.Entry<Integer> entry = first.acquire();
            assertThat(entry.getPooled()).isZero();
            entry.release();
            entry = turns.acquire();
            order.add(entry.getPooled());
            entry.release();
        }
        assertThat(order).containsExactly(0, 1, 2, 0, 1, 2);
    }

    @RepeatedTest(100)
    void noEntryHasTwoUsersAndEachIsDisposedOfOnce() throws Exception {
        ConcurrentPool<AtomicInteger> pool = new ConcurrentPool<>(ConcurrentPool.StrategyType.RANDOM, 3);
        Set<AtomicInteger> disposed = ConcurrentHashMap.newKeySet();
        AtomicInteger created = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> users = new ArrayList<>();
            for (int user = 0; user < 4; user++) {
                users.add(executor.submit(() -> {
                    start.await();
                    for (int i = 0; i < 200; i++) {
                        Pool.Entry<AtomicInteger> entry = pool.acquire(e -> {
                            created.incrementAndGet();
                            return new AtomicInteger();
                        });
                        if (entry == null) {
                            continue;
                        }
                        assertThat(entry.getPooled().incrementAndGet()).isEqualTo(1);
                        entry.getPooled().decrementAndGet();
                        if (i % 7 == 0) {
                            assertThat(entry.remove()).isFalse();
                        }
                        if (!entry.release()) {
                            assertThat(disposed.add(entry.getPooled())).isTrue();
                        }
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> user : users) {
                user.get(30, TimeUnit.SECONDS);
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(disposed.size() + pool.size()).isEqualTo(created.get());
        assertThat(pool.getIdleCount()).isEqualTo(pool.size()).isLessThanOrEqualTo(3);
    }
}
