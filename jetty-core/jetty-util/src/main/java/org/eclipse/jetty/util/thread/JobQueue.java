package org.eclipse.jetty.util.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.AbstractQueue;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * An unbounded queue of jobs for many producers and consumers that allocates nothing while it is short.
 *
 * <p>A ring whose slots carry sequence numbers: a slot with sequence {@code n} is free for the offer at tail {@code n},
 * one with {@code n + 1} holds the job for the poll at head {@code n}. Head and tail are claimed by compare-and-set, and
 * live on different cache lines. What does not fit into the ring overflows into a linked queue; while that holds jobs,
 * offers go there, so that jobs leave in the order of their arrival. Thread-safe.
 */
final class JobQueue extends AbstractQueue<Runnable> {
    private static final VarHandle JOB = MethodHandles.arrayElementVarHandle(Runnable[].class);

    /** A counter between two cache lines' worth of fields. */
    private static class Left {
        long a0, a1, a2, a3, a4, a5, a6, a7;
    }

    private static class Value extends Left {
        volatile long value;
    }

    private static final class Counter extends Value {
        private static final VarHandle VALUE;

        static {
            try {
                VALUE = MethodHandles.lookup().findVarHandle(Value.class, "value", long.class);
            } catch (ReflectiveOperationException x) {
                throw new ExceptionInInitializerError(x);
            }
        }

        long b0, b1, b2, b3, b4, b5, b6, b7;

        boolean advance(long from) {
            return VALUE.compareAndSet(this, from, from + 1);
        }
    }

    private final Counter head = new Counter();
    private final Counter tail = new Counter();
    private final Runnable[] jobs;
    private final AtomicLongArray sequences;
    private final int mask;
    private final ConcurrentLinkedQueue<Runnable> overflow = new ConcurrentLinkedQueue<>();
    private final AtomicInteger overflowing = new AtomicInteger();

    /**
     * Creates a queue.
     *
     * @param capacity jobs without allocation, a power of two
     */
    JobQueue(int capacity) {
        jobs = new Runnable[capacity];
        mask = capacity - 1;
        sequences = new AtomicLongArray(capacity);
        for (int i = 0; i < capacity; i++) {
            sequences.setPlain(i, i);
        }
    }

    @Override
    public boolean offer(Runnable job) {
        if (overflowing.get() > 0 || !offerToRing(job)) {
            overflowing.incrementAndGet();
            overflow.add(job);
        }
        return true;
    }

    private boolean offerToRing(Runnable job) {
        while (true) {
            long position = tail.value;
            int slot = (int) position & mask;
            long ahead = sequences.get(slot) - position;
            if (ahead < 0) {
                return false;
            }
            if (ahead == 0 && tail.advance(position)) {
                JOB.set(jobs, slot, job);
                // volatile, as the idle check of the pool follows
                sequences.set(slot, position + 1);
                return true;
            }
        }
    }

    /** Takes the first job; null when there is none, or when the first one is just being offered. */
    @Override
    public @Nullable Runnable poll() {
        while (true) {
            // looked at before the ring: from then on offers go there, so that a ring seen empty holds nothing older
            boolean overflowed = overflowing.get() > 0;
            long position = head.value;
            int slot = (int) position & mask;
            long ahead = sequences.get(slot) - (position + 1);
            if (ahead < 0) {
                if (tail.value == position) {
                    if (!overflowed) {
                        return null;
                    }
                    break;
                }
                // claimed by an offer that is not done yet; what overflowed meanwhile comes later
                if (head.value == position) {
                    return null;
                }
                continue;
            }
            if (ahead == 0 && head.advance(position)) {
                Runnable job = (Runnable) JOB.get(jobs, slot);
                JOB.set(jobs, slot, null);
                sequences.setRelease(slot, position + mask + 1);
                return job;
            }
        }
        Runnable job = overflow.poll();
        if (job != null) {
            overflowing.decrementAndGet();
        }
        return job;
    }

    /** The first job, which another thread may poll meanwhile. */
    @Override
    public Runnable peek() {
        int slot = (int) head.value & mask;
        Runnable job = (Runnable) JOB.getVolatile(jobs, slot);
        return job == null ? overflow.peek() : job;
    }

    @Override
    public boolean isEmpty() {
        return head.value >= tail.value && overflowing.get() == 0;
    }

    @Override
    public int size() {
        return (int) Math.max(0, tail.value - head.value) + overflowing.get();
    }

    /** Jobs cannot be looked at while they are taken: always empty. */
    @Override
    public Iterator<Runnable> iterator() {
        return Collections.emptyIterator();
    }
}
