package org.eclipse.jetty.util.thread;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks in virtual threads, at most so many at once. Needs Java 21.
 *
 * <p>The permit to run is taken before a thread is made: what must wait is a task in a queue, not a parked thread with its
 * stack. A task gets a new thread when a permit is free; a thread that has finished its task goes on with the one that has
 * waited longest, so that under load neither threads nor switches between them are made for nothing.
 *
 * <table>
 * <caption>What happens to a task under growing load</caption>
 * <tr><td>less than {@code maxThreads} run</td><td>it gets a virtual thread</td></tr>
 * <tr><td>no permit</td><td>it waits in the queue; the connection that it belongs to is not read meanwhile</td></tr>
 * <tr><td>half of {@code maxQueuedTasks} wait</td><td>{@linkplain PressureListener listeners} are told: connectors stop
 * to accept, until three quarters of those are gone</td></tr>
 * <tr><td>{@code maxQueuedTasks} wait</td><td>it is refused, counted and logged; a connection is closed</td></tr>
 * </table>
 *
 * <p>Thread-safe.
 */
@ManagedObject("A pool of virtual threads")
public class VirtualThreadPool extends ContainerLifeCycle
        implements ThreadPool, Dumpable, TryExecutor, VirtualThreads.Configurable {
    private static final Logger LOG = LoggerFactory.getLogger(VirtualThreadPool.class);

    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    /** The permits taken; each worker holds one. */
    private final AtomicInteger running = new AtomicInteger();

    private final Set<Worker> workers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger peakQueued = new AtomicInteger();
    private final LongAdder started = new LongAdder();
    private final AtomicBoolean pressure = new AtomicBoolean();
    private final ThreadPoolBudget budget = new ThreadPoolBudget(new Sized());
    private String name = "vtp" + hashCode();
    private RefusalCounter refusals = new RefusalCounter(LOG, name);
    private int maxThreads;
    private int maxQueuedTasks = 65536;
    private boolean tracking;
    private boolean detailedDump;
    private long stopTimeout = 5000;
    private volatile boolean interruptAtStop;
    private @Nullable Executor configured;
    private volatile @Nullable Executor executor;
    private volatile CountDownLatch joined = new CountDownLatch(1);

    /** Told when so many tasks wait that no more work should be let in, and when that is over. */
    public interface PressureListener extends EventListener {
        /** {@link VirtualThreadPool#isUnderPressure()} has changed; may be called late, by any thread. */
        void onPressureChanged(VirtualThreadPool pool);
    }

    public VirtualThreadPool() {
        this(200);
    }

    /**
     * Creates a pool.
     *
     * @param maxThreads the most tasks that run at once, 0 or less for no limit
     */
    public VirtualThreadPool(@Name("maxThreads") int maxThreads) {
        if (!VirtualThreads.areSupported()) {
            throw new IllegalStateException("Virtual threads need Java 21 or newer, this is Java "
                    + Runtime.version().feature() + ": use a QueuedThreadPool (module threadpool), or another Java");
        }
        this.maxThreads = maxThreads;
    }

    @ManagedAttribute("name of the pool")
    public String getName() {
        return name;
    }

    public void setName(String name) {
        checkStopped();
        if (StringUtil.isBlank(name)) {
            throw new IllegalArgumentException("blank name");
        }
        this.name = name;
        refusals = new RefusalCounter(LOG, name);
    }

    @ManagedAttribute("the most tasks that run at once, 0 for no limit")
    public int getMaxThreads() {
        return maxThreads;
    }

    public void setMaxThreads(int maxThreads) {
        checkStopped();
        this.maxThreads = maxThreads;
    }

    @ManagedAttribute("the most tasks that wait for others to end")
    public int getMaxQueuedTasks() {
        return maxQueuedTasks;
    }

    public void setMaxQueuedTasks(int maxQueuedTasks) {
        checkStopped();
        if (maxQueuedTasks < 1) {
            throw new IllegalArgumentException("maxQueuedTasks " + maxQueuedTasks + " (expected: >0)");
        }
        this.maxQueuedTasks = maxQueuedTasks;
    }

    @ManagedAttribute("whether a dump lists the threads")
    public boolean isTracking() {
        return tracking;
    }

    public void setTracking(boolean tracking) {
        checkStopped();
        this.tracking = tracking;
    }

    @ManagedAttribute("whether a dump has full stacks")
    public boolean isDetailedDump() {
        return detailedDump;
    }

    public void setDetailedDump(boolean detailedDump) {
        this.detailedDump = detailedDump;
    }

    public long getStopTimeout() {
        return stopTimeout;
    }

    @Override
    public void interruptAtStop() {
        interruptAtStop = true;
    }

    /** Sets how many ms to wait for running tasks when stopping; half of it before they are interrupted. */
    public void setStopTimeout(long stopTimeout) {
        this.stopTimeout = stopTimeout;
    }

    @ManagedAttribute("tasks that wait for others to end")
    public int getQueueSize() {
        return queued.get();
    }

    @ManagedAttribute("the most tasks that ever waited")
    public int getPeakQueueSize() {
        return peakQueued.get();
    }

    @ManagedAttribute("virtual threads started")
    public long getStartedThreads() {
        return started.sum();
    }

    @ManagedAttribute("tasks refused")
    public long getRefusedTasks() {
        return refusals.getCount();
    }

    @ManagedAttribute("whether so many tasks wait that no more work should be let in")
    public boolean isUnderPressure() {
        return pressure.get();
    }

    /** Who keeps how many of the threads for good. */
    public ThreadPoolBudget getThreadPoolBudget() {
        return budget;
    }

    private void checkStopped() {
        if (isRunning()) {
            throw new IllegalStateException(getState() + ": " + this);
        }
    }

    @Override
    protected void doStart() throws Exception {
        if (joined.getCount() == 0) {
            joined = new CountDownLatch(1);
        }
        executor = configured == null ? VirtualThreads.getNamedVirtualThreadsExecutor(prefix()) : configured;
        super.doStart();
        keepAlive(joined);
    }

    private String prefix() {
        return name.endsWith("-") ? name : name + "-";
    }

    /** Virtual threads are daemons: without this one, the JVM would end as soon as the main thread does. */
    private void keepAlive(CountDownLatch stopped) {
        Thread thread = new Thread(
                () -> {
                    try {
                        stopped.await();
                    } catch (InterruptedException x) {
                        LOG.debug("The JVM is no longer kept alive", x);
                    }
                },
                name + "-keep-alive");
        thread.start();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        executor = null;
        rejectQueued();
        long start = NanoTime.now();
        if (!interruptAtStop) {
            awaitWorkers(start, stopTimeout / 2);
        }
        for (Worker worker : workers) {
            if (!worker.isCurrent()) {
                worker.thread.interrupt();
            }
        }
        awaitWorkers(start, interruptAtStop ? Math.min(stopTimeout, QueuedThreadPool.INTERRUPTED_MILLIS) : stopTimeout);
        interruptAtStop = false;
        for (Worker worker : workers) {
            if (!worker.isCurrent() && stopTimeout > 0) {
                LOG.warn("{} of {} did not stop in {} ms{}", worker.thread, name, stopTimeout, worker.stack());
            }
        }
        budget.reset();
        joined.countDown();
    }

    private void rejectQueued() {
        Runnable task;
        while ((task = queue.poll()) != null) {
            queued.decrementAndGet();
            if (!ThreadPool.reject(task, new RejectedExecutionException(name + " is stopped"))) {
                LOG.debug("Not run: {}", task);
            }
        }
    }

    private void awaitWorkers(long start, long millis) throws InterruptedException {
        for (Worker worker : workers) {
            while (workers.contains(worker) && !worker.isCurrent()) {
                long left = millis - NanoTime.millisSince(start);
                if (left <= 0) {
                    return;
                }
                worker.thread.join(left);
            }
        }
    }

    @Override
    public Executor getVirtualThreadsExecutor() {
        return this;
    }

    /** Sets what starts the threads, instead of our own. */
    @Override
    public void setVirtualThreadsExecutor(@Nullable Executor executor) {
        checkStopped();
        configured = executor;
    }

    @Override
    public void join() throws InterruptedException {
        joined.await();
    }

    @Override
    public int getThreads() {
        return running.get();
    }

    @Override
    public int getIdleThreads() {
        return 0;
    }

    @Override
    public boolean isLowOnThreads() {
        return maxThreads > 0 && running.get() >= maxThreads;
    }

    @Override
    public boolean tryExecute(Runnable task) {
        Executor e = executor;
        if (e == null || !queue.isEmpty() || !acquire()) {
            return false;
        }
        try {
            start(e, task);
            return true;
        } catch (RejectedExecutionException x) {
            LOG.debug("rejected {}", task, x);
            return false;
        }
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        Executor e = executor;
        if (e == null) {
            throw new RejectedExecutionException(name + " is not running");
        }
        // who waits already goes first
        if (queue.isEmpty() && acquire()) {
            start(e, task);
            return;
        }
        int size = queued.incrementAndGet();
        if (size > maxQueuedTasks) {
            queued.decrementAndGet();
            String reason = maxThreads + " tasks run and " + maxQueuedTasks + " wait";
            refusals.refused(reason);
            throw new RejectedExecutionException(name + ": " + reason);
        }
        queue.add(task);
        if (size > peakQueued.get()) {
            peakQueued.accumulateAndGet(size, Math::max);
        }
        if (size >= Math.max(1, maxQueuedTasks / 2)) {
            press(true);
            // the queue may have been emptied before: nobody else would notice
            if (queued.get() <= maxQueuedTasks / 8) {
                press(false);
            }
        }
        startQueued();
        if (executor == null) {
            rejectQueued();
        }
    }

    private boolean acquire() {
        while (true) {
            int n = running.get();
            if (maxThreads > 0 && n >= maxThreads) {
                return false;
            }
            if (running.compareAndSet(n, n + 1)) {
                return true;
            }
        }
    }

    /** Gives a permit back; a task that was queued while all were taken must not be left behind. */
    private void release() {
        running.decrementAndGet();
        startQueued();
    }

    private void startQueued() {
        while (!queue.isEmpty() && acquire()) {
            Runnable task = poll();
            Executor e = executor;
            if (task == null) {
                running.decrementAndGet();
            } else if (e == null) {
                running.decrementAndGet();
                ThreadPool.reject(task, new RejectedExecutionException(name + " is stopped"));
            } else {
                try {
                    start(e, task);
                } catch (RejectedExecutionException x) {
                    if (!ThreadPool.reject(task, x)) {
                        LOG.warn("Not run: {}", task, x);
                    }
                }
            }
        }
    }

    private Runnable poll() {
        Runnable task = queue.poll();
        if (task != null && queued.decrementAndGet() <= maxQueuedTasks / 8 && pressure.get()) {
            press(false);
        }
        return task;
    }

    private void press(boolean on) {
        if (!pressure.compareAndSet(!on, on)) {
            return;
        }
        if (on) {
            LOG.warn("{}: {} tasks wait for one of {} permits, no more work is let in", name, queued, maxThreads);
        } else {
            LOG.info("{}: {} tasks wait, work is let in again", name, queued);
        }
        for (EventListener listener : getEventListeners()) {
            if (listener instanceof PressureListener p) {
                p.onPressureChanged(this);
            }
        }
    }

    /** Starts a thread that holds the caller's permit. */
    private void start(Executor e, Runnable task) {
        boolean ok = false;
        try {
            e.execute(new Worker(task));
            started.increment();
            ok = true;
        } catch (RejectedExecutionException x) {
            refusals.refused(x.toString());
            throw x;
        } finally {
            if (!ok) {
                running.decrementAndGet();
            }
        }
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        List<Object> threads = new ArrayList<>();
        if (tracking) {
            for (Worker worker : workers) {
                threads.add(
                        detailedDump
                                ? DumpableCollection.fromArray(worker.toString(), worker.thread.getStackTrace())
                                : worker.toString());
            }
        }
        Dumpable.dumpObjects(
                out,
                indent,
                this,
                new DumpableCollection("threads (tracking=" + tracking + ")", threads),
                "started=" + started + " peakQueued=" + peakQueued + " refused=" + refusals.getCount());
    }

    @Override
    public String toString() {
        return String.format(
                "%s[%s]@%x{%s,%d<=%d,q=%d<=%d}",
                getClass().getSimpleName(),
                name,
                hashCode(),
                getState(),
                getThreads(),
                maxThreads,
                queued.get(),
                maxQueuedTasks);
    }

    /** A virtual thread with a permit, which runs its task and then those that wait. */
    private final class Worker implements Runnable {
        private @Nullable Runnable task;

        @SuppressWarnings("NullAway.Init") // set before others see the worker
        private volatile Thread thread;

        private Worker(Runnable task) {
            this.task = task;
        }

        private boolean isCurrent() {
            return thread == Thread.currentThread();
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            workers.add(this);
            try {
                if (executor == null) {
                    ThreadPool.reject(task, new RejectedExecutionException(name + " is stopped"));
                } else {
                    runAll();
                }
            } finally {
                workers.remove(this);
                release();
            }
        }

        private void runAll() {
            do {
                runOne();
                task = executor == null ? null : poll();
            } while (task != null);
        }

        private void runOne() {
            Runnable current = task;
            assert current != null : "runAll ends without one";
            try {
                current.run();
            } catch (Throwable x) {
                LOG.warn("Job failed", x);
            } finally {
                // an interruption was meant for this task, unless the pool stops
                if (executor != null) {
                    Thread.interrupted();
                }
            }
        }

        private String stack() {
            StringBuilder stack = new StringBuilder();
            for (StackTraceElement element : thread.getStackTrace()) {
                stack.append(System.lineSeparator()).append("\tat ").append(element);
            }
            return stack.toString();
        }

        @Override
        public String toString() {
            return thread + " runs " + task;
        }
    }

    /** The bounds as the budget wants them. */
    private final class Sized implements SizedThreadPool {
        @Override
        public int getMinThreads() {
            return 0;
        }

        @Override
        public int getMaxThreads() {
            return maxThreads > 0 ? maxThreads : Integer.MAX_VALUE;
        }

        @Override
        public void setMinThreads(int threads) {
            // there are no idle threads
        }

        @Override
        public void setMaxThreads(int threads) {
            VirtualThreadPool.this.setMaxThreads(threads);
        }

        @Override
        public void execute(Runnable task) {
            VirtualThreadPool.this.execute(task);
        }

        @Override
        public void join() throws InterruptedException {
            VirtualThreadPool.this.join();
        }

        @Override
        public int getThreads() {
            return VirtualThreadPool.this.getThreads();
        }

        @Override
        public int getIdleThreads() {
            return 0;
        }

        @Override
        public boolean isLowOnThreads() {
            return VirtualThreadPool.this.isLowOnThreads();
        }

        @Override
        public String toString() {
            return VirtualThreadPool.this.toString();
        }
    }
}
