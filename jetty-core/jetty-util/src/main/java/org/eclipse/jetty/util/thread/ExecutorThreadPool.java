package org.eclipse.jetty.util.thread;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;

/** A thread pool on a {@link ThreadPoolExecutor}, for those who have one to share. Thread-safe. */
@ManagedObject("A thread pool")
public class ExecutorThreadPool extends ContainerLifeCycle
        implements ThreadPool.SizedThreadPool, TryExecutor, VirtualThreads.Configurable {
    private final ThreadPoolExecutor executor;
    private final ThreadPoolBudget budget = new ThreadPoolBudget(this);
    private final @Nullable ThreadGroup group;
    private final AtomicInteger ids = new AtomicInteger();
    private String name = "etp" + hashCode();
    private int minThreads;
    private int reservedThreads;
    private int priority = Thread.NORM_PRIORITY;
    private boolean daemon;
    private boolean detailedDump;
    private @Nullable Executor virtualThreadsExecutor;
    private volatile TryExecutor tryExecutor = TryExecutor.NO_TRY;

    public ExecutorThreadPool() {
        this(200, 8);
    }

    public ExecutorThreadPool(int maxThreads) {
        this(maxThreads, Math.min(8, maxThreads));
    }

    public ExecutorThreadPool(@Name("maxThreads") int maxThreads, @Name("minThreads") int minThreads) {
        this(maxThreads, minThreads, new LinkedBlockingQueue<>());
    }

    public ExecutorThreadPool(int maxThreads, int minThreads, BlockingQueue<Runnable> queue) {
        this(new ThreadPoolExecutor(maxThreads, maxThreads, 60, TimeUnit.SECONDS, queue), minThreads, -1, null);
    }

    public ExecutorThreadPool(ThreadPoolExecutor executor) {
        this(executor, -1);
    }

    public ExecutorThreadPool(ThreadPoolExecutor executor, int reservedThreads) {
        this(executor, reservedThreads, null);
    }

    public ExecutorThreadPool(ThreadPoolExecutor executor, int reservedThreads, @Nullable ThreadGroup group) {
        this(executor, Math.min(8, executor.getCorePoolSize()), reservedThreads, group);
    }

    private ExecutorThreadPool(
            ThreadPoolExecutor executor, int minThreads, int reservedThreads, @Nullable ThreadGroup group) {
        int max = executor.getMaximumPoolSize();
        if (max < minThreads) {
            executor.shutdownNow();
            throw new IllegalArgumentException("max threads " + max + " less than min threads " + minThreads);
        }
        this.executor = executor;
        this.executor.setThreadFactory(this::newThread);
        this.minThreads = minThreads;
        this.reservedThreads = reservedThreads;
        this.group = group;
    }

    @ManagedAttribute("name of the pool")
    public String getName() {
        return name;
    }

    public void setName(String name) {
        checkStopped();
        this.name = name;
    }

    @Override
    @ManagedAttribute("minimum number of threads")
    public int getMinThreads() {
        return minThreads;
    }

    @Override
    public void setMinThreads(int threads) {
        minThreads = threads;
        executor.setCorePoolSize(Math.max(threads, executor.getCorePoolSize()));
    }

    @Override
    @ManagedAttribute("maximum number of threads")
    public int getMaxThreads() {
        return executor.getMaximumPoolSize();
    }

    @Override
    public void setMaxThreads(int threads) {
        budget.check(threads);
        if (threads < executor.getCorePoolSize()) {
            executor.setCorePoolSize(threads);
        }
        executor.setMaximumPoolSize(threads);
        executor.setCorePoolSize(threads);
    }

    @ManagedAttribute("idle time in ms after which a thread may leave")
    public int getIdleTimeout() {
        return (int) executor.getKeepAliveTime(TimeUnit.MILLISECONDS);
    }

    public void setIdleTimeout(int idleTimeout) {
        executor.setKeepAliveTime(idleTimeout, TimeUnit.MILLISECONDS);
    }

    @ManagedAttribute("configured number of reserved threads, -1 for automatic")
    public int getReservedThreads() {
        return reservedThreads;
    }

    public void setReservedThreads(int reservedThreads) {
        checkStopped();
        this.reservedThreads = reservedThreads;
    }

    public void setThreadsPriority(int priority) {
        this.priority = priority;
    }

    public int getThreadsPriority() {
        return priority;
    }

    public boolean isDaemon() {
        return daemon;
    }

    public void setDaemon(boolean daemon) {
        this.daemon = daemon;
    }

    public boolean isDetailedDump() {
        return detailedDump;
    }

    public void setDetailedDump(boolean detailedDump) {
        this.detailedDump = detailedDump;
    }

    private void checkStopped() {
        if (isRunning()) {
            throw new IllegalStateException(getState() + ": " + this);
        }
    }

    @Override
    @ManagedAttribute("number of threads")
    public int getThreads() {
        return executor.getPoolSize();
    }

    @Override
    @ManagedAttribute("idle threads")
    public int getIdleThreads() {
        return executor.getPoolSize() - executor.getActiveCount();
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
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
    public boolean isLowOnThreads() {
        return getThreads() == getMaxThreads() && executor.getQueue().size() >= getIdleThreads();
    }

    @Override
    public @Nullable Executor getVirtualThreadsExecutor() {
        return virtualThreadsExecutor;
    }

    @Override
    public void setVirtualThreadsExecutor(@Nullable Executor executor) {
        checkStopped();
        virtualThreadsExecutor = executor;
    }

    @Override
    protected void doStart() throws Exception {
        if (executor.isShutdown()) {
            throw new IllegalStateException("the executor of " + name + " was shut down and cannot be started again");
        }
        executor.allowCoreThreadTimeOut(minThreads == 0 || minThreads < executor.getCorePoolSize());
        tryExecutor = reservedThreads == 0 ? NO_TRY : new ReservedThreadExecutor(this, reservedThreads);
        addBean(tryExecutor);
        super.doStart();
        for (int i = 0; i < minThreads; i++) {
            executor.prestartCoreThread();
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        removeBean(tryExecutor);
        tryExecutor = TryExecutor.NO_TRY;
        executor.shutdownNow();
        budget.reset();
    }

    @Override
    public void join() throws InterruptedException {
        executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    @Override
    public ThreadPoolBudget getThreadPoolBudget() {
        return budget;
    }

    protected Thread newThread(Runnable job) {
        Thread thread = new WorkerThread(group, job);
        thread.setDaemon(daemon);
        thread.setPriority(priority);
        thread.setName(name + "-" + ids.incrementAndGet());
        return thread;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, executor, tryExecutor);
    }

    @Override
    public String toString() {
        return String.format(
                "%s[%s]@%x{%s,%d<=%d<=%d,i=%d,q=%d}",
                getClass().getSimpleName(),
                name,
                hashCode(),
                getState(),
                minThreads,
                getThreads(),
                getMaxThreads(),
                getIdleThreads(),
                executor.getQueue().size());
    }
}
