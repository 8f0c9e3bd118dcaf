package org.eclipse.jetty.util.thread;

import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread pool with a queue, reserved threads, and a budget of threads that components lease.
 *
 * <p>A job goes to the queue, and wakes the thread that became idle last, or starts a thread when none is idle and the
 * maximum is not reached. A thread about to sleep enters the idle list first and looks at the queue again afterwards; a
 * job is queued first and the idle list looked at afterwards: so one of both sees the other. An idle thread above the
 * minimum leaves after the idle timeout, at most {@code maxEvictCount} of them per timeout. Thread-safe; the idle list is
 * guarded by its lock, which is touched only when threads go to sleep or are woken.
 */
@ManagedObject("A thread pool")
public class QueuedThreadPool extends ContainerLifeCycle
        implements ThreadFactory, ThreadPool.SizedThreadPool, Dumpable, TryExecutor, VirtualThreads.Configurable {
    /** How many ms a stop that interrupts jobs at once gives them to end by it. */
    static final long INTERRUPTED_MILLIS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(QueuedThreadPool.class);
    private static final int RING = 1024;

    private final Queue<Runnable> jobs;
    private final @Nullable ThreadGroup threadGroup;
    private final ThreadFactory threadFactory;
    private final ConcurrentHashMap<Thread, Runner> threads = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger threadIds = new AtomicInteger();
    private final AtomicLong evicted = new AtomicLong(NanoTime.now());
    private final LongAdder rejections = new LongAdder();
    private final AutoLock idleLock = new AutoLock();
    private @Nullable Runner idle;
    private volatile int idleSize;

    private String name = "qtp" + hashCode();
    private volatile int minThreads;
    private volatile int maxThreads;
    /** Whether each was set, rather than given by the constructor: two that were set must fit, one alone is followed. */
    private boolean minThreadsSet;

    private boolean maxThreadsSet;
    private volatile int idleTimeout;
    private volatile int maxEvictCount = 1;
    private volatile int lowThreadsThreshold = 1;
    private int reservedThreads = -1;
    private int priority = Thread.NORM_PRIORITY;
    private boolean daemon;
    private boolean detailedDump;
    private long stopTimeout = 5000;
    private @Nullable Executor virtualThreadsExecutor;
    private @Nullable ThreadPoolBudget budget;
    private volatile TryExecutor tryExecutor = TryExecutor.NO_TRY;
    private volatile boolean accepting;
    private volatile boolean interruptAtStop;
    private volatile CountDownLatch joined = new CountDownLatch(1);

    public QueuedThreadPool() {
        this(200);
    }

    public QueuedThreadPool(@Name("maxThreads") int maxThreads) {
        this(maxThreads, Math.min(8, maxThreads));
    }

    public QueuedThreadPool(@Name("maxThreads") int maxThreads, @Name("minThreads") int minThreads) {
        this(maxThreads, minThreads, 60000);
    }

    public QueuedThreadPool(
            @Name("maxThreads") int maxThreads,
            @Name("minThreads") int minThreads,
            @Name("queue") BlockingQueue<Runnable> queue) {
        this(maxThreads, minThreads, 60000, -1, queue, null);
    }

    public QueuedThreadPool(
            @Name("maxThreads") int maxThreads,
            @Name("minThreads") int minThreads,
            @Name("idleTimeout") int idleTimeout) {
        this(maxThreads, minThreads, idleTimeout, null);
    }

    public QueuedThreadPool(
            @Name("maxThreads") int maxThreads,
            @Name("minThreads") int minThreads,
            @Name("idleTimeout") int idleTimeout,
            @Name("queue") @Nullable BlockingQueue<Runnable> queue) {
        this(maxThreads, minThreads, idleTimeout, queue, null);
    }

    public QueuedThreadPool(
            @Name("maxThreads") int maxThreads,
            @Name("minThreads") int minThreads,
            @Name("idleTimeout") int idleTimeout,
            @Name("queue") @Nullable BlockingQueue<Runnable> queue,
            @Name("threadGroup") @Nullable ThreadGroup threadGroup) {
        this(maxThreads, minThreads, idleTimeout, -1, queue, threadGroup);
    }

    public QueuedThreadPool(
            @Name("maxThreads") int maxThreads,
            @Name("minThreads") int minThreads,
            @Name("idleTimeout") int idleTimeout,
            @Name("reservedThreads") int reservedThreads,
            @Name("queue") @Nullable BlockingQueue<Runnable> queue,
            @Name("threadGroup") @Nullable ThreadGroup threadGroup) {
        this(maxThreads, minThreads, idleTimeout, reservedThreads, queue, threadGroup, null);
    }

    /**
     * Creates a pool.
     *
     * @param maxThreads the most threads
     * @param minThreads threads that stay even when idle
     * @param idleTimeout after how many ms an idle thread may leave
     * @param reservedThreads threads kept asleep for production, -1 for a tenth of the pool
     * @param queue a queue to use instead of our own
     * @param threadGroup the group of the threads
     * @param threadFactory what makes threads, or null for this pool
     */
    public QueuedThreadPool(
            @Name("maxThreads") int maxThreads,
            @Name("minThreads") int minThreads,
            @Name("idleTimeout") int idleTimeout,
            @Name("reservedThreads") int reservedThreads,
            @Name("queue") @Nullable BlockingQueue<Runnable> queue,
            @Name("threadGroup") @Nullable ThreadGroup threadGroup,
            @Name("threadFactory") @Nullable ThreadFactory threadFactory) {
        if (maxThreads < minThreads) {
            throw new IllegalArgumentException("maxThreads " + maxThreads + " is less than minThreads " + minThreads);
        }
        this.maxThreads = maxThreads;
        this.minThreads = minThreads;
        this.idleTimeout = idleTimeout;
        this.reservedThreads = reservedThreads;
        this.jobs = queue == null ? new JobQueue(RING) : queue;
        this.threadGroup = threadGroup;
        this.threadFactory = threadFactory == null ? this : threadFactory;
        this.budget = new ThreadPoolBudget(this);
    }

    @Override
    public @Nullable ThreadPoolBudget getThreadPoolBudget() {
        return budget;
    }

    public void setThreadPoolBudget(@Nullable ThreadPoolBudget budget) {
        if (budget != null && budget.getSizedThreadPool() != this) {
            throw new IllegalArgumentException("the budget is of another pool: " + budget.getSizedThreadPool());
        }
        this.budget = budget;
    }

    /** How many ms to wait for running jobs when stopping; half of it before they are interrupted. */
    public void setStopTimeout(long stopTimeout) {
        this.stopTimeout = stopTimeout;
    }

    public long getStopTimeout() {
        return stopTimeout;
    }

    @Override
    public void interruptAtStop() {
        interruptAtStop = true;
    }

    @Override
    protected void doStart() throws Exception {
        check();
        if (joined.getCount() == 0) {
            joined = new CountDownLatch(1);
        }
        accepting = true;
        if (reservedThreads == 0) {
            tryExecutor = NO_TRY;
        } else {
            ReservedThreadExecutor reserved = new ReservedThreadExecutor(this, reservedThreads);
            reserved.setIdleTimeout(idleTimeout, TimeUnit.MILLISECONDS);
            tryExecutor = reserved;
        }
        addBean(tryExecutor);
        boolean started = false;
        try {
            super.doStart();
            started = true;
        } finally {
            if (!started) {
                accepting = false;
                removeBean(tryExecutor);
                tryExecutor = NO_TRY;
            }
        }
        for (int i = size.get(); i < minThreads; i++) {
            startThread();
        }
    }

    /** Refuses numbers that contradict each other. */
    private void check() {
        if (maxThreads < 1) {
            throw new IllegalStateException("maxThreads " + maxThreads + " of " + name
                    + " (expected: at least 1), set by jetty.threadPool.maxThreads");
        }
        if (minThreads < 0) {
            throw new IllegalStateException("minThreads " + minThreads + " of " + name
                    + " (expected: 0 or more), set by jetty.threadPool.minThreads");
        }
        if (minThreads > maxThreads) {
            throw new IllegalStateException("minThreads " + minThreads + " of " + name + " is more than maxThreads "
                    + maxThreads + ": lower jetty.threadPool.minThreads to at most " + maxThreads
                    + ", or raise jetty.threadPool.maxThreads to at least " + minThreads);
        }
        if (reservedThreads >= maxThreads) {
            throw new IllegalStateException("reservedThreads " + reservedThreads + " of " + name
                    + " leave no thread of maxThreads " + maxThreads
                    + ": lower jetty.threadPool.reservedThreads to at most " + (maxThreads - 1)
                    + " (-1 for automatic), or raise jetty.threadPool.maxThreads to at least "
                    + (reservedThreads + 1));
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        removeBean(tryExecutor);
        tryExecutor = TryExecutor.NO_TRY;
        accepting = false;
        wakeAll();
        long start = NanoTime.now();
        if (stopTimeout > 0) {
            if (!interruptAtStop) {
                joinThreads(start, stopTimeout / 2);
            }
            if (!threads.isEmpty()) {
                for (Thread thread : threads.keySet()) {
                    if (thread != Thread.currentThread()) {
                        thread.interrupt();
                    }
                }
                joinThreads(start, interruptAtStop ? Math.min(stopTimeout, INTERRUPTED_MILLIS) : stopTimeout);
            }
        }
        interruptAtStop = false;
        Runnable left;
        while ((left = jobs.poll()) != null) {
            if (!ThreadPool.reject(left, new RejectedExecutionException("stopped"))) {
                LOG.debug("Not run: {}", left);
            }
        }
        if (stopTimeout > 0) {
            for (Thread thread : threads.keySet()) {
                if (thread == Thread.currentThread() || !thread.isAlive()) {
                    continue;
                }
                StringBuilder stack = new StringBuilder();
                for (StackTraceElement element : thread.getStackTrace()) {
                    stack.append(System.lineSeparator()).append("\tat ").append(element);
                }
                LOG.warn("Thread {} of {} did not stop in {} ms{}", thread, name, stopTimeout, stack);
            }
        }
        if (budget != null) {
            budget.reset();
        }
        joined.countDown();
    }

    /** Waits for all threads but the current one, also for one that is just being started. */
    private void joinThreads(long start, long millis) throws InterruptedException {
        int own = threads.containsKey(Thread.currentThread()) ? 1 : 0;
        while (size.get() > own) {
            for (Thread thread : threads.keySet()) {
                long left = millis - NanoTime.millisSince(start);
                if (left <= 0) {
                    return;
                }
                if (thread != Thread.currentThread()) {
                    thread.join(left);
                }
            }
            if (NanoTime.millisSince(start) >= millis) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    @ManagedAttribute("idle time in ms after which a thread may leave")
    public int getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(int idleTimeout) {
        this.idleTimeout = idleTimeout;
        if (tryExecutor instanceof ReservedThreadExecutor reserved) {
            reserved.setIdleTimeout(idleTimeout, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    @ManagedAttribute("maximum number of threads")
    public int getMaxThreads() {
        return maxThreads;
    }

    /** Sets the most threads. The minimum follows, unless it was set too: then the start of the pool is refused. */
    @Override
    public void setMaxThreads(int maxThreads) {
        if (budget != null) {
            budget.check(maxThreads);
        }
        this.maxThreads = maxThreads;
        maxThreadsSet = true;
        if (minThreads > maxThreads && (!minThreadsSet || isRunning())) {
            minThreads = maxThreads;
        }
    }

    @Override
    @ManagedAttribute("minimum number of threads")
    public int getMinThreads() {
        return minThreads;
    }

    /** Sets the threads that stay. The maximum follows, unless it was set too: then the start of the pool is refused. */
    @Override
    public void setMinThreads(int minThreads) {
        this.minThreads = minThreads;
        minThreadsSet = true;
        if (minThreads > maxThreads && (!maxThreadsSet || isRunning())) {
            maxThreads = minThreads;
        }
        if (isStarted()) {
            for (int i = size.get(); i < minThreads; i++) {
                startThread();
            }
        }
    }

    @ManagedAttribute("configured number of reserved threads, -1 for automatic")
    public int getReservedThreads() {
        return reservedThreads;
    }

    public void setReservedThreads(int reservedThreads) {
        checkStopped();
        this.reservedThreads = reservedThreads;
    }

    @ManagedAttribute("name of the pool")
    public String getName() {
        return name;
    }

    public void setName(String name) {
        checkStopped();
        this.name = name;
    }

    @ManagedAttribute("priority of the threads")
    public int getThreadsPriority() {
        return priority;
    }

    public void setThreadsPriority(int priority) {
        this.priority = priority;
    }

    @ManagedAttribute("whether the threads are daemons")
    public boolean isDaemon() {
        return daemon;
    }

    public void setDaemon(boolean daemon) {
        this.daemon = daemon;
    }

    @ManagedAttribute("whether a dump has full stacks")
    public boolean isDetailedDump() {
        return detailedDump;
    }

    public void setDetailedDump(boolean detailedDump) {
        this.detailedDump = detailedDump;
    }

    @ManagedAttribute("the pool is low on threads when not more than these are available")
    public int getLowThreadsThreshold() {
        return lowThreadsThreshold;
    }

    public void setLowThreadsThreshold(int lowThreadsThreshold) {
        this.lowThreadsThreshold = lowThreadsThreshold;
    }

    @Override
    public @Nullable Executor getVirtualThreadsExecutor() {
        return virtualThreadsExecutor;
    }

    @Override
    public void setVirtualThreadsExecutor(@Nullable Executor executor) {
        checkStopped();
        // an executor with a life cycle of its own starts and stops with this pool
        updateBean(virtualThreadsExecutor, executor);
        virtualThreadsExecutor = executor;
    }

    /** How many threads may leave per idle timeout. */
    public void setMaxEvictCount(int maxEvictCount) {
        if (maxEvictCount < 1) {
            throw new IllegalArgumentException("maxEvictCount " + maxEvictCount + " (expected: >0)");
        }
        this.maxEvictCount = maxEvictCount;
    }

    @ManagedAttribute("how many threads may leave per idle timeout")
    public int getMaxEvictCount() {
        return maxEvictCount;
    }

    private void checkStopped() {
        if (isRunning()) {
            throw new IllegalStateException(getState() + ": " + this);
        }
    }

    @ManagedAttribute("jobs that wait for a thread")
    public int getQueueSize() {
        return jobs.size();
    }

    @ManagedAttribute("jobs that were rejected: the pool does not run, or its queue is full")
    public long getRejections() {
        return rejections.sum();
    }

    @ManagedAttribute("maximum number of reserved threads")
    public int getMaxReservedThreads() {
        return tryExecutor instanceof ReservedThreadExecutor reserved ? reserved.getCapacity() : 0;
    }

    @ManagedAttribute("reserved threads, free or pending")
    public int getCurrentReservedThreads() {
        return tryExecutor instanceof ReservedThreadExecutor reserved
                ? reserved.getAvailable() + reserved.getPending()
                : 0;
    }

    @ManagedAttribute("free reserved threads")
    public int getAvailableReservedThreads() {
        return tryExecutor instanceof ReservedThreadExecutor reserved ? reserved.getAvailable() : 0;
    }

    @ManagedAttribute("how often no reserved thread was free")
    public long getReservedThreadMisses() {
        return tryExecutor instanceof ReservedThreadExecutor reserved ? reserved.getMisses() : 0;
    }

    @Override
    @ManagedAttribute("number of threads")
    public int getThreads() {
        return size.get();
    }

    @ManagedAttribute("threads that are ready for a job: idle, or free reserved ones")
    public int getReadyThreads() {
        return getIdleThreads() + getAvailableReservedThreads();
    }

    @ManagedAttribute("threads that components keep")
    public int getLeasedThreads() {
        return Math.max(0, getMaxLeasedThreads() - getMaxReservedThreads());
    }

    @ManagedAttribute("threads that components keep, and the maximum of reserved ones")
    public int getMaxLeasedThreads() {
        ThreadPoolBudget b = budget;
        return b == null ? getMaxReservedThreads() : b.getLeasedThreads();
    }

    @Override
    @ManagedAttribute("idle threads")
    public int getIdleThreads() {
        return idleSize;
    }

    @ManagedAttribute("threads that run a job")
    public int getBusyThreads() {
        return Math.max(0, getThreads() - getReadyThreads());
    }

    @ManagedAttribute("threads that run a job of the application")
    public int getUtilizedThreads() {
        return Math.max(0, getThreads() - getLeasedThreads() - getReadyThreads());
    }

    @ManagedAttribute("threads that may run jobs of the application")
    public int getMaxAvailableThreads() {
        return Math.max(0, getMaxThreads() - getLeasedThreads());
    }

    @ManagedAttribute("utilized by available threads, 0 to 1")
    public double getUtilizationRate() {
        int available = getMaxAvailableThreads();
        return available <= 0 ? 1 : Math.min(1.0, getUtilizedThreads() / (double) available);
    }

    @Override
    @ManagedAttribute(value = "whether the pool is low on threads", readonly = true)
    public boolean isLowOnThreads() {
        return maxThreads - size.get() + getReadyThreads() - jobs.size() <= lowThreadsThreshold;
    }

    @Override
    public void execute(Runnable job) {
        Objects.requireNonNull(job);
        if (!accepting || !jobs.offer(job)) {
            RejectedExecutionException x = new RejectedExecutionException(
                    accepting ? "queue of " + name + " is full: " + jobs.size() : name + " is not running");
            rejections.increment();
            SchedulingEvents.refused(name, x.getMessage());
            throw x;
        }
        if (!accepting && jobs.remove(job)) {
            // the pool was stopped meanwhile, and has looked at what it leaves
            throw new RejectedExecutionException(name + " is not running");
        }
        if (!wakeOne() && size.get() < maxThreads) {
            startThread();
        }
    }

    @Override
    public boolean tryExecute(Runnable task) {
        return tryExecutor.tryExecute(task);
    }

    @Override
    public @Nullable Standby standby() {
        return tryExecutor.standby();
    }

    @Override
    public void join() throws InterruptedException {
        joined.await();
    }

    /** Starts a thread, unless there are enough. */
    protected void startThread() {
        while (true) {
            int current = size.get();
            if (current >= maxThreads || !accepting) {
                return;
            }
            if (size.compareAndSet(current, current + 1)) {
                break;
            }
        }
        boolean started = false;
        Runner runner = new Runner();
        try {
            Thread thread = threadFactory.newThread(runner);
            runner.thread = thread;
            threads.put(thread, runner);
            evicted.set(NanoTime.now());
            thread.start();
            started = true;
        } finally {
            if (!started) {
                if (runner.thread != null) {
                    threads.remove(runner.thread);
                }
                size.decrementAndGet();
            }
        }
    }

    /**
     * Lets every thread end after its job, those that wait for one at once, and others take their places: whatever they keep
     * as {@link ThreadLocal} is given up with them.
     */
    @ManagedOperation("lets other threads take the places of all")
    public void renewThreads() {
        for (var entry : threads.entrySet()) {
            entry.getValue().retired = true;
            if (entry.getKey() instanceof WorkerThread worker) {
                worker.retire();
            }
        }
        if (tryExecutor instanceof ReservedThreadExecutor reserved) {
            reserved.dismiss();
        }
        wakeAll();
    }

    /** Whether this thread is one of a pool that shall end after its job. */
    public static boolean isCurrentThreadRetired() {
        return Thread.currentThread() instanceof WorkerThread worker && worker.isRetired();
    }

    /**
     * Sets what is run, in another thread, when the current thread of a pool shall end after its job: to wake it, if it waits
     * within that job. It replaces the one before; threads that are of no pool ignore it.
     */
    public static void onCurrentThreadRetired(Runnable listener) {
        if (Thread.currentThread() instanceof WorkerThread worker) {
            worker.setOnRetired(listener);
        }
    }

    /**
     * Makes a thread of this pool. It knows nothing of the thread that asks for it, which may run an application: neither its
     * class loader nor, up to Java 23, the protection domains of the classes on its stack.
     */
    @Override
    @SuppressWarnings("removal")
    public Thread newThread(Runnable runnable) {
        Thread thread =
                AccessController.doPrivileged((PrivilegedAction<Thread>) () -> new WorkerThread(threadGroup, runnable));
        thread.setDaemon(daemon);
        thread.setPriority(priority);
        thread.setName(name + "-" + threadIds.incrementAndGet());
        thread.setContextClassLoader(getClass().getClassLoader());
        return thread;
    }

    /** Runs a job; a subclass may do something around it. */
    protected void runJob(Runnable job) {
        job.run();
    }

    /** A job has thrown. */
    protected void onJobFailure(Throwable failure) {
        LOG.warn("Job failed", failure);
    }

    /** Whether an idle thread may leave now: there are more than the minimum, and none left too recently. */
    protected boolean evict() {
        long last = evicted.get();
        long pause = TimeUnit.MILLISECONDS.toNanos(idleTimeout) / maxEvictCount;
        return size.get() > minThreads && NanoTime.since(last) >= pause && evicted.compareAndSet(last, NanoTime.now());
    }

    private boolean wakeOne() {
        if (idleSize == 0) {
            return false;
        }
        Runner runner;
        try (AutoLock l = idleLock.lock()) {
            runner = idle;
            if (runner == null) {
                return false;
            }
            unlink(runner);
        }
        runner.woken = true;
        LockSupport.unpark(runner.thread);
        return true;
    }

    private void wakeAll() {
        while (wakeOne()) {
            Thread.onSpinWait();
        }
    }

    private void link(Runner runner) {
        runner.woken = false;
        runner.below = idle;
        if (idle != null) {
            idle.above = runner;
        }
        idle = runner;
        idleSize++;
        runner.linked = true;
    }

    private void unlink(Runner runner) {
        if (runner.above == null) {
            idle = runner.below;
        } else {
            runner.above.below = runner.below;
        }
        if (runner.below != null) {
            runner.below.above = runner.above;
        }
        runner.above = null;
        runner.below = null;
        runner.linked = false;
        idleSize--;
    }

    /** The main loop of a thread, and its place in the idle list. */
    private final class Runner implements Runnable {
        private volatile @Nullable Thread thread;
        private volatile boolean woken;
        private volatile boolean retired;
        // guarded by the idle lock
        private @Nullable Runner above;
        private @Nullable Runner below;
        private boolean linked;

        @Override
        public void run() {
            boolean leaving = false;
            try {
                while (!leaving) {
                    Runnable job = retired && accepting ? null : jobs.poll();
                    if (job != null) {
                        runOne(job);
                    } else if (!accepting || retired) {
                        leaving = true;
                    } else {
                        leaving = !sleep();
                    }
                }
            } finally {
                size.decrementAndGet();
                // a job may have been queued while this thread still counted against the maximum
                if (!jobs.isEmpty() && accepting && idleSize == 0) {
                    startThread();
                } else if (retired && accepting && size.get() < minThreads) {
                    startThread();
                }
                threads.remove(thread);
            }
        }

        private void runOne(Runnable job) {
            try {
                runJob(job);
            } catch (Throwable x) {
                onJobFailure(x);
            } finally {
                Thread.interrupted();
            }
        }

        /** Returns false when the thread shall leave. */
        private boolean sleep() {
            try (AutoLock l = idleLock.lock()) {
                if (size.get() > maxThreads) {
                    return false;
                }
                link(this);
            }
            if (!jobs.isEmpty() || !accepting || retired) {
                if (!removeIdle()) {
                    awaitWake();
                }
                return true;
            }
            long start = NanoTime.now();
            while (!woken) {
                int timeout = idleTimeout;
                if (timeout <= 0) {
                    LockSupport.park(QueuedThreadPool.this);
                } else {
                    long left = TimeUnit.MILLISECONDS.toNanos(timeout) - NanoTime.since(start);
                    if (left > 0) {
                        LockSupport.parkNanos(QueuedThreadPool.this, left);
                    } else if (evict()) {
                        return !removeIdle();
                    } else {
                        LockSupport.parkNanos(
                                QueuedThreadPool.this, TimeUnit.MILLISECONDS.toNanos(timeout) / maxEvictCount);
                    }
                }
                if (Thread.interrupted() && !accepting) {
                    break;
                }
            }
            removeIdle();
            return true;
        }

        /** Whoever unlinks a thread also wakes it: nothing to wait for, but for the order of the two. */
        private void awaitWake() {
            while (!woken) {
                Thread.onSpinWait();
            }
        }

        private boolean removeIdle() {
            try (AutoLock l = idleLock.lock()) {
                if (!linked) {
                    return false;
                }
                unlink(this);
                return true;
            }
        }
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        List<Object> dumped = new ArrayList<>();
        for (var entry : threads.entrySet()) {
            Thread thread = entry.getKey();
            String state =
                    thread.getId() + " " + thread.getName() + " " + thread.getState() + " prio=" + thread.getPriority();
            StackTraceElement[] stack = thread.getStackTrace();
            boolean asleep = entry.getValue().linked;
            if (asleep) {
                dumped.add(state + " IDLE");
            } else if (detailedDump) {
                dumped.add(DumpableCollection.fromArray(state, stack));
            } else {
                dumped.add(state + (stack.length > 0 ? " @ " + firstOfInterest(stack) : ""));
            }
        }
        Dumpable.dumpObjects(
                out,
                indent,
                this,
                tryExecutor,
                new DumpableCollection("threads", dumped),
                new DumpableCollection("queue", List.of("size=" + jobs.size())));
    }

    private static StackTraceElement firstOfInterest(StackTraceElement[] stack) {
        for (StackTraceElement element : stack) {
            if (!element.getClassName().startsWith("java.")) {
                return element;
            }
        }
        return stack[0];
    }

    @ManagedOperation("interrupts a thread of the pool")
    public boolean interruptThread(@Name("id") long id) {
        for (Thread thread : threads.keySet()) {
            if (thread.getId() == id) {
                thread.interrupt();
                return true;
            }
        }
        return false;
    }

    @ManagedOperation("the stack of a thread of the pool, or null")
    public @Nullable String dumpThread(@Name("id") long id) {
        for (Thread thread : threads.keySet()) {
            if (thread.getId() != id) {
                continue;
            }
            StringBuilder text = new StringBuilder().append(thread).append(StringUtil.CRLF);
            for (StackTraceElement element : thread.getStackTrace()) {
                text.append("\tat ").append(element).append(StringUtil.CRLF);
            }
            return text.toString();
        }
        return null;
    }

    @Override
    public String toString() {
        return String.format(
                "%s[%s]@%x{%s,%d<=%d<=%d,i=%d,r=%d,q=%d}[%s]",
                getClass().getSimpleName(),
                name,
                hashCode(),
                getState(),
                minThreads,
                getThreads(),
                maxThreads,
                getIdleThreads(),
                getMaxReservedThreads(),
                jobs.size(),
                tryExecutor);
    }
}
