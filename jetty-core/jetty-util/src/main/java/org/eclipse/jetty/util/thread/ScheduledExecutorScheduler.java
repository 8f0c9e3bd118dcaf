package org.eclipse.jetty.util.thread;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;

/** A scheduler of daemon threads, or on a given executor service. Thread-safe. */
@ManagedObject("Runs tasks after a delay")
public class ScheduledExecutorScheduler extends AbstractLifeCycle implements Scheduler, Dumpable {
    private final AtomicInteger count = new AtomicInteger();
    private final @Nullable ScheduledExecutorService given;
    private final @Nullable String name;
    private final boolean daemon;
    private final @Nullable ClassLoader classLoader;
    private final @Nullable ThreadGroup threadGroup;
    private final int threads;
    private volatile @Nullable ScheduledExecutorService service;
    private volatile @Nullable Thread thread;

    public ScheduledExecutorScheduler() {
        this(null, false);
    }

    public ScheduledExecutorScheduler(@Nullable String name, boolean daemon) {
        this(name, daemon, null);
    }

    public ScheduledExecutorScheduler(
            @Name("name") @Nullable String name, @Name("daemon") boolean daemon, @Name("threads") int threads) {
        this(name, daemon, null, null, threads);
    }

    public ScheduledExecutorScheduler(@Nullable String name, boolean daemon, @Nullable ClassLoader classLoader) {
        this(name, daemon, classLoader, null);
    }

    public ScheduledExecutorScheduler(
            @Nullable String name,
            boolean daemon,
            @Nullable ClassLoader classLoader,
            @Nullable ThreadGroup threadGroup) {
        this(name, daemon, classLoader, threadGroup, -1);
    }

    /**
     * A scheduler with its own threads.
     *
     * @param threads number of threads, -1 for one
     */
    public ScheduledExecutorScheduler(
            @Name("name") @Nullable String name,
            @Name("daemon") boolean daemon,
            @Name("classLoader") @Nullable ClassLoader classLoader,
            @Name("threadGroup") @Nullable ThreadGroup threadGroup,
            @Name("threads") int threads) {
        this.given = null;
        this.name = StringUtil.isBlank(name) ? "Scheduler-" + hashCode() : name;
        this.daemon = daemon;
        this.classLoader = classLoader == null ? ScheduledExecutorScheduler.class.getClassLoader() : classLoader;
        this.threadGroup = threadGroup;
        this.threads = Math.max(threads, 1);
    }

    /** A scheduler on an executor service that its owner shuts down. */
    public ScheduledExecutorScheduler(ScheduledExecutorService service) {
        this.given = service;
        this.name = null;
        this.daemon = false;
        this.classLoader = null;
        this.threadGroup = null;
        this.threads = 0;
    }

    @Override
    protected void doStart() throws Exception {
        if (given != null) {
            service = given;
        } else {
            ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(threads, this::newThread);
            executor.setRemoveOnCancelPolicy(true);
            service = executor;
        }
        super.doStart();
    }

    private Thread newThread(Runnable runnable) {
        Thread created = new Thread(threadGroup, runnable, name + "-" + count.incrementAndGet());
        created.setDaemon(daemon);
        created.setContextClassLoader(classLoader);
        thread = created;
        return created;
    }

    @Override
    protected void doStop() throws Exception {
        ScheduledExecutorService own = service;
        if (given == null && own != null) {
            own.shutdownNow();
        }
        super.doStop();
        service = null;
        thread = null;
    }

    /** Schedules the task, as a callable if it is one; a task given to a stopped scheduler never runs. */
    @Override
    public Task schedule(Runnable task, long delay, TimeUnit units) {
        ScheduledExecutorService s = service;
        if (s == null || s.isShutdown()) {
            return () -> false;
        }
        // a callable is not wrapped in one more object for as long as it waits
        ScheduledFuture<?> future = task instanceof Callable<?> callable
                ? s.schedule(callable, delay, units)
                : s.schedule(task, delay, units);
        return () -> future.cancel(false);
    }

    @Override
    public String dump() {
        return Dumpable.dump(this);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Thread t = thread;
        if (t == null) {
            Dumpable.dumpObject(out, this);
        } else {
            Dumpable.dumpObjects(out, indent, this, (Object[]) t.getStackTrace());
        }
    }

    @ManagedAttribute("The name of the scheduler")
    public @Nullable String getName() {
        return name;
    }

    @ManagedAttribute("Whether the threads are daemons")
    public boolean isDaemon() {
        return daemon;
    }

    @ManagedAttribute("The number of threads")
    public int getThreads() {
        return threads;
    }
}
