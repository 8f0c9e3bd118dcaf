package org.eclipse.jetty.io;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Something that is counted by its users and given back when the last one releases it.
 *
 * <p>Who creates or acquires a retainable holds one count; each {@link #retain()} wants one {@link #release()}.
 */
public interface Retainable {
    /** A retainable without a count: releasing it does nothing and reports that it is gone. */
    Retainable NON_RETAINABLE = new Retainable() {};

    /** Whether {@link #retain()} keeps it. Where not, a user that needs the content later copies it. */
    default boolean canRetain() {
        return false;
    }

    /** Whether more than one user holds it. */
    default boolean isRetained() {
        return false;
    }

    /**
     * Adds one to the count.
     *
     * @throws UnsupportedOperationException if it cannot be retained
     * @throws IllegalStateException if it was released completely before
     */
    default void retain() {
        throw new UnsupportedOperationException("not retainable");
    }

    /**
     * Takes one from the count.
     *
     * @return whether this was the last one, so that nobody may use it any longer
     * @throws IllegalStateException if it was released completely before
     */
    default boolean release() {
        return true;
    }

    /** The count, or -1 if there is none. */
    default int getRetained() {
        return -1;
    }

    /** Releases what may be null; returns null, for {@code field = Retainable.release(field)}. */
    static <R extends Retainable> @Nullable R release(@Nullable R retainable) {
        if (retainable != null) {
            retainable.release();
        }
        return null;
    }

    /** Hands every call to another retainable. */
    class Wrapper implements Retainable {
        private final Retainable wrapped;

        public Wrapper(Retainable wrapped) {
            this.wrapped = wrapped;
        }

        public Retainable getWrapped() {
            return wrapped;
        }

        @Override
        public boolean canRetain() {
            return wrapped.canRetain();
        }

        @Override
        public boolean isRetained() {
            return wrapped.isRetained();
        }

        @Override
        public void retain() {
            wrapped.retain();
        }

        @Override
        public boolean release() {
            return wrapped.release();
        }

        @Override
        public int getRetained() {
            return wrapped.getRetained();
        }
    }

    /** A count that starts at one. Thread-safe. */
    class ReferenceCounter implements Retainable {
        private final AtomicInteger references;

        public ReferenceCounter() {
            this(1);
        }

        public ReferenceCounter(int initial) {
            references = new AtomicInteger(initial);
        }

        /** Starts over with a count of one, for a pooled object that is handed out again. */
        public void acquire() {
            if (!references.compareAndSet(0, 1)) {
                throw new IllegalStateException("acquired while in use: " + this);
            }
        }

        @Override
        public boolean canRetain() {
            return true;
        }

        @Override
        public boolean isRetained() {
            return references.get() > 1;
        }

        @Override
        public int getRetained() {
            return references.get();
        }

        @Override
        public void retain() {
            if (!tryRetain()) {
                throw new IllegalStateException("retained after release");
            }
        }

        /** Adds one to the count, unless it was released completely before; returns whether it was not. */
        public boolean tryRetain() {
            // a refused call leaves no trace: the object may be in other hands by then
            return references.getAndUpdate(count -> count <= 0 ? count : count + 1) > 0;
        }

        @Override
        public boolean release() {
            int count = references.getAndUpdate(n -> n <= 0 ? n : n - 1);
            if (count <= 0) {
                throw new IllegalStateException("released too often");
            }
            return count == 1;
        }

        @Override
        public String toString() {
            return "references=" + references.get();
        }
    }
}
