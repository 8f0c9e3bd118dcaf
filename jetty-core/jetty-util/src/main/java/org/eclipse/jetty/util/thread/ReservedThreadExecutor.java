package org.eclipse.jetty.util.thread;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps some threads of an executor asleep, so that a task can be handed to one of them at once.
 *
 * <p>A sleeping thread sits in a slot. Whoever swaps it out of its slot owns it, and either starts a task on it
 * ({@link #tryExecute}) or keeps it aside ({@link #standby}) and gives it back later; neither takes a lock, and keeping
 * aside wakes nobody. When no thread is there, one more is asked of the executor, up to the capacity, unless the executor
 * is low on threads. A thread that nobody wanted for the idle timeout leaves, unless it is one of the minimum. The capacity
 * is leased from the budget of the executor. Thread-safe.
 */
@ManagedObject("A pool of reserved threads")
public class ReservedThreadExecutor extends ContainerLifeCycle implements TryExecutor, Dumpable {
    private static final Logger LOG = LoggerFactory.getLogger(ReservedThreadExecutor.class);
    private static final Runnable EXIT = () -> {};
    /** One thread in so many of a pool is reserved. */
    private static final int POOL_SHARE = 10;
    /** The capacity where the executor does not tell its size. */
    private static final int UNSIZED_CAPACITY = 20;

    private final Executor executor;
    private final int capacity;
    private final int minimum;
    private final int maxPending;
    private final AtomicReferenceArray<ReservedThread> slots;
    /** The reserved threads that are pending, sleeping or set aside. */
    private final AtomicInteger size = new AtomicInteger();

    private final Set<ReservedThread> all = ConcurrentHashMap.newKeySet();
    private final AtomicInteger pending = new AtomicInteger();
    private final LongAdder misses = new LongAdder();
    private ThreadPoolBudget.@Nullable Lease lease;
    private volatile long idleNanos = TimeUnit.MINUTES.toNanos(1);
    private volatile boolean running;

    public ReservedThreadExecutor(Executor executor, int capacity) {
        this(executor, capacity, 0);
    }

    public ReservedThreadExecutor(Executor executor, int capacity, int minSize) {
        this(executor, capacity, minSize, -1);
    }

    /**
     * Creates an executor of reserved threads.
     *
     * @param executor where the threads come from
     * @param capacity the most threads, -1 for a number that suits the executor
     * @param minSize the threads that never leave for idleness
     * @param maxPending the most threads on their way, -1 for the capacity
     */
    public ReservedThreadExecutor(Executor executor, int capacity, int minSize, int maxPending) {
        this.executor = executor;
        this.capacity = reservedThreads(executor, capacity);
        this.minimum = Math.min(minSize, this.capacity);
        this.maxPending = maxPending < 0 ? Math.max(1, this.capacity) : maxPending;
        this.slots = new AtomicReferenceArray<>(this.capacity);
    }

    /**
     * The capacity if it is not negative, else a tenth of the pool: a thread that consumes in place keeps one aside for each
     * strategy it runs tasks of, the selector's and a connection's, and on a busy machine many threads are within a task.
     * Where there are too few, the streams of a connection are queued one by one, which costs several times as much.
     */
    public static int reservedThreads(Executor executor, int capacity) {
        if (capacity >= 0) {
            return capacity;
        }
        if (executor instanceof ThreadPool.SizedThreadPool sized) {
            return Math.max(sized.getMaxThreads() > 1 ? 1 : 0, sized.getMaxThreads() / POOL_SHARE);
        }
        return UNSIZED_CAPACITY;
    }

    public Executor getExecutor() {
        return executor;
    }

    @ManagedAttribute("maximum number of reserved threads")
    public int getCapacity() {
        return capacity;
    }

    @ManagedAttribute("reserved threads that are free")
    public int getAvailable() {
        int available = 0;
        for (int i = 0; i < capacity; i++) {
            if (slots.get(i) != null) {
                available++;
            }
        }
        return available;
    }

    @ManagedAttribute("reserved threads on their way")
    public int getPending() {
        return pending.get();
    }

    @ManagedAttribute("how often no reserved thread was free")
    public long getMisses() {
        return misses.sum();
    }

    @ManagedAttribute("idle timeout in ms")
    public long getIdleTimeoutMs() {
        return TimeUnit.NANOSECONDS.toMillis(idleNanos);
    }

    /** How long a thread waits for a task before it leaves; 0 or less means at once, when it is not set aside. */
    public void setIdleTimeout(long idleTime, TimeUnit units) {
        idleNanos = Math.max(1, units.toNanos(idleTime));
    }

    @Override
    public void doStart() throws Exception {
        lease = ThreadPoolBudget.leaseFrom(executor, this, capacity);
        running = true;
        super.doStart();
        for (int i = 0; i < minimum; i++) {
            startThread();
        }
    }

    @Override
    public void doStop() throws Exception {
        running = false;
        dismiss();
        for (ReservedThread thread : all) {
            LockSupport.unpark(thread.thread);
        }
        super.doStop();
        if (lease != null) {
            lease.close();
        }
        lease = null;
    }

    /**
     * Lets the threads in slots leave, for which others come when they are wanted, and those that are set aside, when they shall end
     * after their job, as soon as another one has taken their place.
     */
    void dismiss() {
        for (int i = 0; i < capacity; i++) {
            ReservedThread thread = slots.getAndSet(i, null);
            if (thread != null) {
                thread.wake(EXIT);
            }
        }
        for (ReservedThread thread : all) {
            LockSupport.unpark(thread.thread);
        }
    }

    @Override
    public void execute(Runnable task) throws RejectedExecutionException {
        if (!tryExecute(task)) {
            executor.execute(task);
        }
    }

    @Override
    public boolean tryExecute(@Nullable Runnable task) {
        if (task == null) {
            return false;
        }
        ReservedThread thread = claim();
        if (thread == null) {
            return false;
        }
        thread.wake(task);
        return true;
    }

    @Override
    public @Nullable Standby standby() {
        return claim();
    }

    private @Nullable ReservedThread claim() {
        if (!running) {
            return null;
        }
        for (int i = 0; i < capacity; i++) {
            if (slots.get(i) == null) {
                continue;
            }
            ReservedThread thread = slots.getAndSet(i, null);
            if (thread != null) {
                return thread;
            }
        }
        misses.increment();
        startThread();
        return null;
    }

    private void startThread() {
        if (size.get() >= capacity || pending.get() >= maxPending || isLow()) {
            return;
        }
        if (size.incrementAndGet() > capacity) {
            size.decrementAndGet();
            return;
        }
        pending.incrementAndGet();
        try {
            executor.execute(new ReservedThread());
        } catch (RejectedExecutionException x) {
            pending.decrementAndGet();
            size.decrementAndGet();
            LOG.debug("no reserved thread", x);
        }
    }

    private boolean isLow() {
        return executor instanceof ThreadPool pool && pool.isLowOnThreads();
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        List<Object> threads = new ArrayList<>();
        for (int i = 0; i < capacity; i++) {
            Object thread = slots.get(i);
            if (thread != null) {
                threads.add(thread);
            }
        }
        Dumpable.dumpObjects(out, indent, this, threads.toArray());
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{capacity=%d,threads=%d,available=%d,pending=%d,misses=%d}",
                getClass().getSimpleName(),
                hashCode(),
                capacity,
                size.get(),
                getAvailable(),
                pending.get(),
                getMisses());
    }

    /**
     * A job of the executor that sleeps until it gets a task, again and again. Its value is the task it was given.
     *
     * <table>
     * <caption>Who may wake it</caption>
     * <tr><td>in a slot</td><td>whoever swaps it out; itself to leave after the idle timeout</td></tr>
     * <tr><td>set aside</td><td>its holder only; all when the executor stops</td></tr>
     * <tr><td>replaced</td><td>nobody; what its holder starts goes to the thread that took its place</td></tr>
     * <tr><td>running</td><td>nobody; afterwards it looks for a slot</td></tr>
     * <tr><td>gone</td><td>nobody; what its holder starts goes to the executor, or to a thread of its own when that has stopped</td></tr>
     * </table>
     */
    @SuppressWarnings("serial")
    private final class ReservedThread extends AtomicReference<Runnable> implements Runnable, Standby {
        private volatile @Nullable Thread thread;
        /** Whether the size includes this thread; confined to it. */
        private boolean counted = true;
        /** Whether another thread was asked to take its place; confined to it. */
        private boolean isReplacementAsked;

        @Override
        public void run() {
            thread = Thread.currentThread();
            all.add(this);
            pending.decrementAndGet();
            serve(false);
        }

        private void serve(boolean isAside) {
            boolean isWaiting = isAside;
            try {
                while (isWaiting || isWanted() && enter()) {
                    isWaiting = false;
                    Runnable task = await();
                    if (task == EXIT || task instanceof Replacement) {
                        break;
                    }
                    set(null);
                    // while it runs a task, for a second or for good, another one may take its place
                    size.decrementAndGet();
                    counted = false;
                    runTask(task);
                    counted = size.incrementAndGet() <= capacity;
                    if (!counted) {
                        size.decrementAndGet();
                    }
                }
            } finally {
                all.remove(this);
                if (counted) {
                    size.decrementAndGet();
                }
            }
        }

        private boolean isWanted() {
            return counted && running && !isQueueing() && !QueuedThreadPool.isCurrentThreadRetired();
        }

        /** In another thread: stands for one that is set aside and shall end. */
        private void replace(ReservedThread retired) {
            thread = Thread.currentThread();
            all.add(this);
            // for a moment there may be one too many
            size.incrementAndGet();
            boolean isAside = retired.compareAndSet(null, new Replacement(this));
            if (isAside) {
                LockSupport.unpark(retired.thread);
            }
            serve(isAside);
        }

        private void askForReplacement() {
            isReplacementAsked = true;
            try {
                executor.execute(() -> new ReservedThread().replace(this));
            } catch (RejectedExecutionException x) {
                LOG.debug("no replacement of {}", this, x);
            }
        }

        private void runTask(Runnable task) {
            try {
                task.run();
            } catch (Throwable x) {
                LOG.warn("Task failed: {}", task, x);
            }
            Thread.interrupted();
        }

        /** Threads that could do a queued job must not go to sleep here. */
        private boolean isQueueing() {
            return executor instanceof QueuedThreadPool pool && pool.getQueueSize() > 0 && pool.getIdleThreads() == 0;
        }

        private boolean enter() {
            for (int i = 0; i < capacity; i++) {
                if (slots.get(i) == null && slots.compareAndSet(i, null, this)) {
                    // stopping clears the slots once: whoever enters later must see that it stops
                    return running || !slots.compareAndSet(i, this, null);
                }
            }
            return false;
        }

        private boolean leave() {
            for (int i = 0; i < capacity; i++) {
                if (slots.compareAndSet(i, this, null)) {
                    return true;
                }
            }
            return false;
        }

        /** Leaves its slot, and the size, if more than the minimum are there. */
        private boolean shrink() {
            while (true) {
                int current = size.get();
                if (current <= minimum) {
                    return false;
                }
                if (size.compareAndSet(current, current - 1)) {
                    break;
                }
            }
            counted = !leave();
            if (counted) {
                size.incrementAndGet();
            }
            return !counted;
        }

        private Runnable await() {
            long start = NanoTime.now();
            while (get() == null) {
                if (!running) {
                    leave();
                    compareAndSet(null, EXIT);
                    break;
                }
                if (!isReplacementAsked && QueuedThreadPool.isCurrentThreadRetired()) {
                    askForReplacement();
                }
                long left = idleNanos - NanoTime.since(start);
                if (left <= 0) {
                    // a minimum stays; and who is not in a slot is set aside, and must wait for its holder
                    if (shrink()) {
                        return EXIT;
                    }
                    start = NanoTime.now();
                    continue;
                }
                LockSupport.parkNanos(this, left);
                Thread.interrupted();
            }
            return Objects.requireNonNull(get());
        }

        private void wake(Runnable task) {
            Thread sleeper = thread;
            if (compareAndSet(null, task)) {
                LockSupport.unpark(sleeper);
            } else if (get() instanceof Replacement replacement) {
                replacement.thread.wake(task);
            } else if (task != EXIT) {
                executor.execute(task);
            }
        }

        @Override
        public void start(Runnable task) {
            try {
                wake(task);
            } catch (RejectedExecutionException x) {
                LOG.debug("stopped since it was set aside: {}", this, x);
                startAlone(task);
            }
        }

        /** The holder relies on the task: what it began is ended, also when there is no executor any more. */
        private void startAlone(Runnable task) {
            Thread alone = new Thread(() -> runTask(task), "set-aside");
            alone.setDaemon(true);
            alone.setContextClassLoader(ReservedThreadExecutor.class.getClassLoader());
            alone.start();
        }

        @Override
        public void release() {
            if (get() instanceof Replacement replacement) {
                replacement.thread.release();
            } else if (!enter()) {
                wake(EXIT);
            }
        }

        @Override
        public String toString() {
            return "reserved " + thread;
        }
    }

    /** What a thread that was replaced has instead of a task. */
    private record Replacement(ReservedThread thread) implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("no task");
        }
    }
}
