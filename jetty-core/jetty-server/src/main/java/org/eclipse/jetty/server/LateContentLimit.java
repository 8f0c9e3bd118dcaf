package org.eclipse.jetty.server;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * Limits how many threads handle requests that may have to wait for their client, so that clients which drip their content, or
 * ask over HTTP/2 and open no window for the answer, cannot take all threads from the other requests.
 *
 * <p>A handler that blocks keeps its thread while it waits for content or for a window. A request whose content has not come
 * yet, or whose client is known not to take responses, takes a place before it is handled and gives it back when its handler
 * returns, also if that goes on asynchronously. Without a free place the request waits for one, without a thread, and in the
 * order of arrival; all others are handled at once. Where handlers do not block, and where virtual threads have no limit, there
 * is none here.
 *
 * <p>Thread-safe.
 */
@ManagedObject("Limits the threads that handle requests which may wait for their client")
public class LateContentLimit extends AbstractLifeCycle {
    private final ThreadPool pool;
    private final Invocable handlers;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder delayed = new LongAdder();
    private final Queue<Waiter> queue = new ConcurrentLinkedQueue<>();
    private int maxThreads = -1;
    /** The places; 0 for no limit. */
    private volatile int places;

    /**
     * @param pool that of the server
     * @param handlers the handlers, which may block or not
     */
    LateContentLimit(ThreadPool pool, Invocable handlers) {
        this.pool = pool;
        this.handlers = handlers;
    }

    @ManagedAttribute("The most threads, -1 for half of those of the pool, 0 for no limit")
    public int getMaxThreads() {
        return maxThreads;
    }

    /**
     * Sets how many threads may handle requests that may wait for their client.
     *
     * @param threads the limit, -1 for half of the threads of the server's pool, 0 for none
     */
    public void setMaxThreads(int threads) {
        if (threads < -1) {
            throw new IllegalArgumentException("late content threads: " + threads + " (expected: -1, 0 or more)");
        }
        if (isRunning()) {
            throw new IllegalStateException("the limit of late content cannot change while the server is started");
        }
        maxThreads = threads;
    }

    @ManagedAttribute("The threads that handle requests which may wait for their client")
    public int getThreads() {
        return taken.get();
    }

    @ManagedAttribute("The requests that wait for a thread because they may wait for their client")
    public int getWaitingRequests() {
        return waiting.get();
    }

    @ManagedAttribute("The requests that had to wait since the start")
    public long getDelayedRequests() {
        return delayed.sum();
    }

    @Override
    protected void doStart() throws Exception {
        places = maxThreads >= 0 ? maxThreads : Math.max(0, threads(pool) / 2);
        super.doStart();
    }

    /** How many threads handlers have; 0 if as many as they like. */
    private static int threads(ThreadPool pool) {
        Executor virtual = VirtualThreads.getVirtualThreadsExecutor(pool);
        if (virtual != null && virtual != pool) {
            return virtual instanceof ThreadPool limited ? threads(limited) : 0;
        }
        if (pool instanceof ThreadPool.SizedThreadPool sized) {
            return sized.getMaxThreads();
        }
        return pool instanceof VirtualThreadPool bounded ? bounded.getMaxThreads() : 0;
    }

    /** Whether handling such a request needs a place at all. */
    public boolean applies() {
        return places > 0 && handlers.getInvocationType() == Invocable.InvocationType.BLOCKING;
    }

    /**
     * Runs a task that may wait for content, now if there is a place, else later in another thread.
     *
     * @param executor what runs it later
     * @param refused told instead if the executor does not take it then
     */
    public void run(Runnable task, Executor executor, Consumer<Throwable> refused) {
        if (queue.isEmpty() && take()) {
            runInPlace(task);
            return;
        }
        waiting.incrementAndGet();
        delayed.increment();
        queue.add(new Waiter(task, executor, refused));
        letIn();
    }

    private record Waiter(Runnable task, Executor executor, Consumer<Throwable> refused) {}

    private void runInPlace(Runnable task) {
        try {
            task.run();
        } finally {
            leave();
        }
    }

    private boolean take() {
        while (true) {
            int n = taken.get();
            if (n >= places) {
                return false;
            }
            if (taken.compareAndSet(n, n + 1)) {
                return true;
            }
        }
    }

    private void leave() {
        taken.decrementAndGet();
        letIn();
    }

    /** Gives free places to requests that wait. */
    private void letIn() {
        while (!queue.isEmpty() && take()) {
            Waiter next = queue.poll();
            if (next == null) {
                taken.decrementAndGet();
            } else {
                waiting.decrementAndGet();
                letIn(next);
            }
        }
    }

    private void letIn(Waiter next) {
        try {
            next.executor.execute(() -> runInPlace(next.task));
        } catch (RejectedExecutionException x) {
            taken.decrementAndGet();
            next.refused.accept(x);
        }
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{%s,threads=%d<=%d,waiting=%d}",
                getClass().getSimpleName(), hashCode(), getState(), taken.get(), places, waiting.get());
    }
}
