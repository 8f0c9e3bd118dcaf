package org.eclipse.jetty.util;

import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects that are used again and again, such as connections, each by one or a few users at a time.
 *
 * <pre>
 * Pool.Entry&lt;T&gt; entry = pool.acquire();              an idle entry, if there is one
 * if (entry == null) {
 *     entry = pool.reserve();                         room for a new one, unless the pool is full
 *     entry.enable(newPooled(), true);                which is acquired at once
 * }
 * ... entry.getPooled() ...
 * entry.release();                                    or remove()
 * </pre>
 *
 * @param <P> what is pooled
 */
public interface Pool<P> {
    /** Returns a new entry, in which nothing is pooled before it is enabled; null if the pool is full or terminated. */
    @Nullable
    Entry<P> reserve();

    /** Acquires an entry; null if there is none to be used. */
    @Nullable
    Entry<P> acquire();

    /**
     * Acquires an entry, or creates one.
     *
     * @param creator creates what is pooled in an entry; null, or a failure, removes the entry
     * @return the entry, acquired; null if the pool is full or terminated, or {@code creator} returned null
     */
    default @Nullable Entry<P> acquire(Function<Entry<P>, P> creator) {
        Entry<P> entry = acquire();
        if (entry != null) {
            return entry;
        }
        entry = reserve();
        if (entry == null) {
            return null;
        }
        P pooled;
        try {
            pooled = creator.apply(entry);
        } catch (Throwable x) {
            entry.remove();
            throw x;
        }
        if (pooled != null && entry.enable(pooled, true)) {
            return entry;
        }
        entry.remove();
        return null;
    }

    boolean isTerminated();

    /** Ends the pool: nothing is reserved or acquired any more. Returns the entries it had, for what is pooled to be disposed of. */
    Collection<Entry<P>> terminate();

    /** Returns the number of entries, reserved ones included. */
    int size();

    /** Returns the most entries that there can be. */
    int getMaxSize();

    /** Returns the entries at this time. */
    Stream<Entry<P>> stream();

    /** Returns how many entries are reserved and not enabled. */
    default int getReservedCount() {
        return (int) stream().filter(Entry::isReserved).count();
    }

    /** Returns how many entries are enabled and not used. */
    default int getIdleCount() {
        return (int) stream().filter(Entry::isIdle).count();
    }

    /** Returns how many entries are used. */
    default int getInUseCount() {
        return (int) stream().filter(Entry::isInUse).count();
    }

    /** Returns how many entries are removed and still used. */
    default int getTerminatedCount() {
        return (int) stream().filter(Entry::isTerminated).count();
    }

    /**
     * The place of one pooled object.
     *
     * @param <P> what is pooled
     */
    interface Entry<P> {
        /**
         * Makes a reserved entry usable.
         *
         * @param acquire whether it is acquired by the caller at once
         * @return false if it was removed meanwhile
         * @throws IllegalStateException if it was enabled before
         * @throws NullPointerException if {@code pooled} is null
         */
        boolean enable(P pooled, boolean acquire);

        /** Returns what is pooled; null before it is enabled. */
        @Nullable
        P getPooled();

        /**
         * Gives an acquired entry back.
         *
         * @return false if it was removed meanwhile: what is pooled is to be disposed of when nobody uses it
         */
        boolean release();

        /**
         * Takes the entry out of the pool.
         *
         * @return whether nobody uses it any more, so that the caller disposes of what is pooled; false if others use it, of whom the last
         *     one disposes, or if it was removed before
         */
        boolean remove();

        boolean isReserved();

        boolean isIdle();

        boolean isInUse();

        boolean isTerminated();

        /**
         * Passes on to another entry.
         *
         * @param <P> what is pooled
         */
        class Wrapper<P> implements Entry<P> {
            private final Entry<P> wrapped;

            public Wrapper(Entry<P> wrapped) {
                this.wrapped = wrapped;
            }

            public Entry<P> getWrapped() {
                return wrapped;
            }

            @Override
            public boolean enable(P pooled, boolean acquire) {
                return wrapped.enable(pooled, acquire);
            }

            @Override
            public @Nullable P getPooled() {
                return wrapped.getPooled();
            }

            @Override
            public boolean release() {
                return wrapped.release();
            }

            @Override
            public boolean remove() {
                return wrapped.remove();
            }

            @Override
            public boolean isReserved() {
                return wrapped.isReserved();
            }

            @Override
            public boolean isIdle() {
                return wrapped.isIdle();
            }

            @Override
            public boolean isInUse() {
                return wrapped.isInUse();
            }

            @Override
            public boolean isTerminated() {
                return wrapped.isTerminated();
            }
        }
    }

    /**
     * Makes pools.
     *
     * @param <P> what is pooled
     */
    interface Factory<P> {
        Pool<P> newPool();

        /** Returns a pool in front of another one; that itself by default. */
        default Pool<P> wrap(Pool<P> pool) {
            return pool;
        }
    }

    /**
     * Passes on to another pool.
     *
     * @param <P> what is pooled
     */
    class Wrapper<P> implements Pool<P> {
        private final Pool<P> wrapped;

        public Wrapper(Pool<P> wrapped) {
            this.wrapped = wrapped;
        }

        public Pool<P> getWrapped() {
            return wrapped;
        }

        @Override
        public @Nullable Entry<P> reserve() {
            return wrapped.reserve();
        }

        @Override
        public @Nullable Entry<P> acquire() {
            return wrapped.acquire();
        }

        @Override
        public @Nullable Entry<P> acquire(Function<Entry<P>, P> creator) {
            return wrapped.acquire(creator);
        }

        @Override
        public boolean isTerminated() {
            return wrapped.isTerminated();
        }

        @Override
        public Collection<Entry<P>> terminate() {
            return wrapped.terminate();
        }

        @Override
        public int size() {
            return wrapped.size();
        }

        @Override
        public int getMaxSize() {
            return wrapped.getMaxSize();
        }

        @Override
        public Stream<Entry<P>> stream() {
            return wrapped.stream();
        }

        @Override
        public int getReservedCount() {
            return wrapped.getReservedCount();
        }

        @Override
        public int getIdleCount() {
            return wrapped.getIdleCount();
        }

        @Override
        public int getInUseCount() {
            return wrapped.getInUseCount();
        }

        @Override
        public int getTerminatedCount() {
            return wrapped.getTerminatedCount();
        }
    }
}
