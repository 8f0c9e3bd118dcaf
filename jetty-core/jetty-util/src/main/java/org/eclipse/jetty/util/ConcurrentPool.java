package org.eclipse.jetty.util;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * A pool from which threads acquire without a lock; entries are added and removed under one. Thread-safe.
 *
 * <p>It is a list that is searched, for pools of up to {@link #OPTIMAL_MAX_SIZE} entries.
 *
 * @param <P> what is pooled
 */
public class ConcurrentPool<P> implements Pool<P>, Dumpable {
    /** The size up to which searching is quick. */
    public static final int OPTIMAL_MAX_SIZE = 256;

    private final AutoLock lock = new AutoLock();
    private final List<ConcurrentEntry<P>> entries = new CopyOnWriteArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final StrategyType strategy;
    private final int maxSize;
    private final ToIntFunction<P> maxMultiplex;
    private volatile boolean terminated;

    /** Where the search for an entry begins. */
    public enum StrategyType {
        /** At the entry that was added first: few entries are used much, so that others become idle. */
        FIRST,
        /** At any entry. */
        RANDOM,
        /** At an entry by the thread: a thread tends to get the same entry again. */
        THREAD_ID,
        /** After the entry at which the search before began. */
        ROUND_ROBIN
    }

    /** A pool of entries with one user at a time each. */
    public ConcurrentPool(StrategyType strategy, int maxSize) {
        this(strategy, maxSize, pooled -> 1);
    }

    /**
     * @param maxSize the most entries
     * @param maxMultiplex returns how many users what is pooled may have at a time
     */
    public ConcurrentPool(StrategyType strategy, int maxSize, ToIntFunction<P> maxMultiplex) {
        if (maxSize < 0) {
            throw new IllegalArgumentException("maxSize: " + maxSize + " (expected: 0 or more)");
        }
        this.strategy = Objects.requireNonNull(strategy);
        this.maxSize = maxSize;
        this.maxMultiplex = Objects.requireNonNull(maxMultiplex);
    }

    @Override
    public @Nullable Entry<P> reserve() {
        try (AutoLock l = lock.lock()) {
            if (terminated || entries.size() >= maxSize) {
                return null;
            }
            ConcurrentEntry<P> entry = new ConcurrentEntry<>(this);
            entries.add(entry);
            return entry;
        }
    }

    @Override
    public @Nullable Entry<P> acquire() {
        if (terminated) {
            return null;
        }
        // an array of this moment, as others add and remove
        Object[] current = entries.toArray();
        int start = start(current.length);
        for (int i = 0; i < current.length; i++) {
            @SuppressWarnings("unchecked")
            ConcurrentEntry<P> entry = (ConcurrentEntry<P>) current[(start + i) % current.length];
            if (entry.tryAcquire()) {
                return entry;
            }
        }
        return null;
    }

    private int start(int size) {
        if (size < 2) {
            return 0;
        }
        return switch (strategy) {
            case FIRST -> 0;
            case RANDOM -> ThreadLocalRandom.current().nextInt(size);
            case THREAD_ID -> (int) (Thread.currentThread().getId() % size);
            case ROUND_ROBIN -> next.getAndUpdate(i -> i == Integer.MAX_VALUE ? 0 : i + 1) % size;
        };
    }

    private boolean remove(ConcurrentEntry<P> entry) {
        try (AutoLock l = lock.lock()) {
            return entries.remove(entry);
        }
    }

    @Override
    public boolean isTerminated() {
        return terminated;
    }

    @Override
    public Collection<Entry<P>> terminate() {
        List<Entry<P>> ended;
        try (AutoLock l = lock.lock()) {
            terminated = true;
            ended = new ArrayList<>(entries);
            entries.clear();
        }
        for (Entry<P> entry : ended) {
            ((ConcurrentEntry<P>) entry).terminate();
        }
        return ended;
    }

    @Override
    public int size() {
        return entries.size();
    }

    @Override
    public int getMaxSize() {
        return maxSize;
    }

    @Override
    public Stream<Entry<P>> stream() {
        return entries.stream().map(entry -> entry);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, new DumpableCollection("entries", entries));
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x[%s,size=%d/%d,terminated=%b]",
                getClass().getSimpleName(), hashCode(), strategy, size(), maxSize, terminated);
    }

    /**
     * An entry. Its state is one word, the number of its users, with two flags:
     *
     * <pre>
     * RESERVED       --enable-->      0 or 1
     * n              --tryAcquire-->  n + 1       if it may have so many users
     * n              --release-->     n - 1
     * RESERVED or n  --remove-->      TERMINATED | n
     * </pre>
     *
     * @param <P> what is pooled
     */
    public static class ConcurrentEntry<P> implements Entry<P> {
        private static final int RESERVED = 1 << 29;
        private static final int TERMINATED = 1 << 30;
        private static final int USERS = RESERVED - 1;

        private final ConcurrentPool<P> pool;
        private final AtomicInteger state = new AtomicInteger(RESERVED);
        // written before the state that shows it
        private volatile @Nullable P pooled;

        public ConcurrentEntry(ConcurrentPool<P> pool) {
            this.pool = pool;
        }

        @Override
        public boolean enable(P newPooled, boolean acquire) {
            Objects.requireNonNull(newPooled);
            int current = state.get();
            if ((current & TERMINATED) != 0) {
                return false;
            }
            if (current != RESERVED || pooled != null) {
                throw new IllegalStateException("Enabled before: " + this);
            }
            pooled = newPooled;
            return state.compareAndSet(RESERVED, acquire ? 1 : 0);
        }

        @Override
        public @Nullable P getPooled() {
            return pooled;
        }

        private boolean tryAcquire() {
            while (true) {
                int current = state.get();
                if ((current & (RESERVED | TERMINATED)) != 0 || current >= pool.maxMultiplex.applyAsInt(pooled)) {
                    return false;
                }
                if (state.compareAndSet(current, current + 1)) {
                    return true;
                }
            }
        }

        @Override
        public boolean release() {
            while (true) {
                int current = state.get();
                if ((current & USERS) == 0) {
                    if ((current & TERMINATED) != 0) {
                        return false;
                    }
                    throw new IllegalStateException("Not acquired: " + this);
                }
                if (state.compareAndSet(current, current - 1)) {
                    return (current & TERMINATED) == 0;
                }
            }
        }

        @Override
        public boolean remove() {
            pool.remove(this);
            int old = terminate();
            return (old & TERMINATED) == 0 && (old & USERS) == 0;
        }

        private int terminate() {
            return state.getAndUpdate(current -> current & ~RESERVED | TERMINATED);
        }

        @Override
        public boolean isReserved() {
            return state.get() == RESERVED;
        }

        @Override
        public boolean isIdle() {
            return state.get() == 0;
        }

        @Override
        public boolean isInUse() {
            return (state.get() & USERS) > 0;
        }

        @Override
        public boolean isTerminated() {
            return (state.get() & TERMINATED) != 0;
        }

        @Override
        public String toString() {
            int current = state.get();
            return String.format(
                    "%s@%x[%s,users=%d,%s]",
                    getClass().getSimpleName(),
                    hashCode(),
                    (current & TERMINATED) != 0 ? "terminated" : (current & RESERVED) != 0 ? "reserved" : "enabled",
                    current & USERS,
                    pooled);
        }
    }
}
