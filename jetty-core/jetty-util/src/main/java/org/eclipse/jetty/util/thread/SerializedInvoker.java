package org.eclipse.jetty.util.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after the other, in the order in which they were offered, in whichever thread offered the first of
 * them.
 *
 * <p>{@code Runnable todo = invoker.offer(task); if (todo != null) todo.run();} lets the caller offer under its lock and
 * run outside of it. With an executor, a blocking task is never run by a thread that must not block. Thread-safe.
 */
public class SerializedInvoker {
    private static final Logger LOG = LoggerFactory.getLogger(SerializedInvoker.class);

    private final AtomicReference<Link> tail = new AtomicReference<>();
    private final String name;
    private final @Nullable Executor executor;
    private volatile @Nullable Thread invoker;

    public SerializedInvoker() {
        this((String) null, null);
    }

    public SerializedInvoker(Class<?> owner) {
        this(owner.getSimpleName());
    }

    public SerializedInvoker(String name) {
        this(name, null);
    }

    public SerializedInvoker(@Nullable String name, @Nullable Executor executor) {
        this.name = name == null ? "anonymous" : name;
        this.executor = executor;
    }

    /** Fails when the current thread is not running a task of this invoker. */
    public void assertCurrentThreadInvoking() throws IllegalStateException {
        if (invoker != Thread.currentThread()) {
            throw new IllegalStateException(Thread.currentThread() + " does not invoke for " + this);
        }
    }

    /**
     * Queues a task.
     *
     * @return what the caller must run now; null when another thread will run the task
     */
    public @Nullable Runnable offer(@Nullable Runnable task) {
        if (task == null) {
            return null;
        }
        Link link = new Link(task);
        Link last = tail.getAndSet(link);
        if (last == null) {
            return link;
        }
        last.next = link;
        // the last link was completed before it learned of its successor
        return last.completed.getAndSet(true) ? link : null;
    }

    public @Nullable Runnable offer(@Nullable Runnable... tasks) {
        Runnable result = null;
        for (Runnable task : tasks) {
            Runnable todo = offer(task);
            if (result == null) {
                result = todo;
            }
        }
        return result;
    }

    /** Queues the task, and runs the queue unless another thread does. */
    public void run(Runnable task) {
        Runnable todo = offer(task);
        if (todo != null) {
            todo.run();
        }
    }

    public void run(Runnable... tasks) {
        Runnable todo = offer(tasks);
        if (todo != null) {
            todo.run();
        }
    }

    /** A task has thrown: the following ones run nevertheless. */
    protected void onError(Runnable task, Throwable failure) {
        LOG.warn("Serialized invocation of {} failed", task, failure);
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x[%s,tail=%s,invoker=%s]", getClass().getSimpleName(), hashCode(), name, tail, invoker);
    }

    /** One queued task; completed is set by the two that race for its end: who completes it, and who links a successor. */
    private final class Link implements Invocable.Task {
        private final Runnable task;
        private final java.util.concurrent.atomic.AtomicBoolean completed =
                new java.util.concurrent.atomic.AtomicBoolean();
        private volatile @Nullable Link next;

        private Link(Runnable task) {
            this.task = task;
        }

        @Override
        public InvocationType getInvocationType() {
            return Invocable.getInvocationType(task);
        }

        @Override
        public void run() {
            Link link = this;
            while (link != null) {
                if (executor != null
                        && Invocable.isNonBlockingInvocation()
                        && link.getInvocationType() == InvocationType.BLOCKING) {
                    executor.execute(link);
                    return;
                }
                invoker = Thread.currentThread();
                try {
                    link.task.run();
                } catch (Throwable x) {
                    onError(link.task, x);
                } finally {
                    invoker = null;
                }
                link = link.end();
            }
        }

        /** The link to go on with in this thread, if there is one. */
        private @Nullable Link end() {
            if (tail.compareAndSet(this, null)) {
                return null;
            }
            Link successor = next;
            if (successor != null) {
                return successor;
            }
            // a successor is being linked: whoever sets the flag second runs it
            return completed.getAndSet(true) ? next : null;
        }

        @Override
        public String toString() {
            return task.toString();
        }
    }
}
