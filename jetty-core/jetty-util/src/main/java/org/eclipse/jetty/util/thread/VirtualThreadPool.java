package org.eclipse.jetty.util.thread;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread pool that starts a virtual thread for each task, and at most so many of them run tasks at once: a further
 * task waits, in its own virtual thread, for its turn. Needs Java 21. Thread-safe.
 */
@ManagedObject("A pool of virtual threads")
public class VirtualThreadPool extends ContainerLifeCycle
        implements ThreadPool, Dumpable, TryExecutor, VirtualThreads.Configurable {
    private static final Logger LOG = LoggerFactory.getLogger(VirtualThreadPool.class);

    private final Set<Thread> tracked = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private String name = "vtp" + hashCode();
    private int maxThreads;
    private boolean tracking;
    private boolean detailedDump;
    private Executor configured;
    private volatile Executor executor;
    private volatile Semaphore permits;
    private volatile CountDownLatch joined = new CountDownLatch(1);

    public VirtualThreadPool() {
        this(200);
    }

    /**
     * Creates a pool.
     *
     * @param maxThreads the most tasks that run at once, 0 or less for no limit
     */
    public VirtualThreadPool(@Name("maxThreads") int maxThreads) {
        if (!VirtualThreads.areSupported())
            throw new IllegalStateException("Virtual threads need Java 21 or newer, this is Java "
                    + Runtime.version().feature() + ": use a QueuedThreadPool");
        this.maxThreads = maxThreads;
    }

    @ManagedAttribute("name of the pool")
    public String getName() {
        return name;
    }

    public void setName(String name) {
        checkStopped();
        if (StringUtil.isBlank(name)) throw new IllegalArgumentException("blank name");
        this.name = name;
    }

    @ManagedAttribute("the most tasks that run at once, 0 for no limit")
    public int getMaxThreads() {
        return maxThreads;
    }

    public void setMaxThreads(int maxThreads) {
        checkStopped();
        this.maxThreads = maxThreads;
    }

    @ManagedAttribute("whether the threads are listed in the dump")
    public boolean isTracking() {
        return tracking;
    }

    public void setTracking(boolean tracking) {
        checkStopped();
        this.tracking = tracking;
    }

    @ManagedAttribute("whether the dump has stacks")
    public boolean isDetailedDump() {
        return detailedDump;
    }

    public void setDetailedDump(boolean detailedDump) {
        this.detailedDump = detailedDump;
    }

    private void checkStopped() {
        if (isRunning()) throw new IllegalStateException(getState() + ": " + this);
    }

    @Override
    protected void doStart() throws Exception {
        if (joined.getCount() == 0) joined = new CountDownLatch(1);
        executor = configured == null ? VirtualThreads.getNamedVirtualThreadsExecutor(name + "-") : configured;
        permits = maxThreads > 0 ? new Semaphore(maxThreads) : null;
        super.doStart();
        keepAlive(joined);
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
        joined.countDown();
    }

    @Override
    public Executor getVirtualThreadsExecutor() {
        return this;
    }

    @Override
    public void setVirtualThreadsExecutor(Executor executor) {
        checkStopped();
        configured = executor;
    }

    @Override
    public void join() throws InterruptedException {
        joined.await();
    }

    @Override
    public int getThreads() {
        return count.get();
    }

    @Override
    public int getIdleThreads() {
        return 0;
    }

    @Override
    public boolean isLowOnThreads() {
        Semaphore p = permits;
        return p != null && p.availablePermits() == 0;
    }

    @Override
    public boolean tryExecute(Runnable task) {
        Semaphore p = permits;
        if (p != null && p.availablePermits() == 0) return false;
        try {
            execute(task);
            return true;
        } catch (RejectedExecutionException x) {
            LOG.debug("rejected {}", task, x);
            return false;
        }
    }

    @Override
    public void execute(Runnable task) {
        Executor e = executor;
        if (e == null) throw new RejectedExecutionException(name + " is not running");
        e.execute(() -> run(task));
    }

    private void run(Runnable task) {
        count.incrementAndGet();
        if (tracking) tracked.add(Thread.currentThread());
        Semaphore p = permits;
        if (p != null) p.acquireUninterruptibly();
        try {
            task.run();
        } catch (Throwable x) {
            LOG.warn("Job failed", x);
        } finally {
            if (p != null) p.release();
            if (tracking) tracked.remove(Thread.currentThread());
            count.decrementAndGet();
        }
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        List<Object> threads = new ArrayList<>();
        for (Thread thread : tracked)
            threads.add(
                    detailedDump ? DumpableCollection.fromArray(thread.toString(), thread.getStackTrace()) : thread);
        Dumpable.dumpObjects(out, indent, this, new DumpableCollection("threads", threads));
    }

    @Override
    public String toString() {
        return String.format(
                "%s[%s]@%x{%s,%d<=%d}",
                getClass().getSimpleName(), name, hashCode(), getState(), getThreads(), maxThreads);
    }
}
