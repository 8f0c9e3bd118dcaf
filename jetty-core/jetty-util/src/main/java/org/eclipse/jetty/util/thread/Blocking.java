package org.eclipse.jetty.util.thread;

import org.eclipse.jetty.util.VirtualThreads;

/**
 * What a thread says about blocking: that it must not (non-blocking invocation), or that it is about to.
 *
 * <p>A thread that consumes a task in the middle of its production keeps production waiting. Whoever blocks such a
 * thread calls {@link #aboutToBlock()} first, so that production is handed over at once instead of after the watcher's
 * tick. The call costs one field read where nothing waits. Thread-safe.
 */
public final class Blocking {
    /** Set on platform threads that are not {@link WorkerThread}s only. */
    private static final ThreadLocal<Boolean> NON_BLOCKING = new ThreadLocal<>();

    /** Told that the thread which consumes for it is about to block. */
    public interface Hook {
        /**
         * The current thread is about to block.
         *
         * @param token what was given to {@link #enter(Hook, long)}
         */
        void aboutToBlock(long token);
    }

    private Blocking() {}

    /** Call before blocking the current thread. */
    public static void aboutToBlock() {
        if (Thread.currentThread() instanceof WorkerThread worker) {
            worker.aboutToBlock();
        }
    }

    /** The current thread starts to run a task for this hook; must be paired with {@link #exit()}. */
    public static void enter(Hook hook, long token) {
        if (Thread.currentThread() instanceof WorkerThread worker) {
            worker.enter(hook, token);
        }
    }

    /** The current thread has finished the task of the last {@link #enter(Hook, long)}. */
    public static void exit() {
        if (Thread.currentThread() instanceof WorkerThread worker) {
            worker.exit();
        }
    }

    /** The current thread starts to run a task whose duration is measured; the result is for {@link #endTask(long, long)}. */
    public static long beginTask() {
        return Thread.currentThread() instanceof WorkerThread worker ? worker.beginTask() : 0;
    }

    /**
     * The current thread has run a task. One that has itself produced and run tasks, as a connection does that carries many
     * requests, took as long as the longest of these: it is not a long one for being many.
     *
     * @param begun the result of {@link #beginTask()}
     * @param nanos the duration of the whole
     * @return the duration that counts, in nanoseconds
     */
    public static long endTask(long begun, long nanos) {
        return Thread.currentThread() instanceof WorkerThread worker ? worker.endTask(begun, nanos) : nanos;
    }

    static boolean isNonBlocking() {
        Thread thread = Thread.currentThread();
        if (thread instanceof WorkerThread worker) {
            return worker.isNonBlocking();
        }
        return !VirtualThreads.isVirtualThread() && Boolean.TRUE.equals(NON_BLOCKING.get());
    }

    static void runNonBlocking(Runnable task) {
        Thread thread = Thread.currentThread();
        if (thread instanceof WorkerThread worker) {
            boolean outer = worker.setNonBlocking(true);
            try {
                task.run();
            } finally {
                worker.setNonBlocking(outer);
            }
        } else if (VirtualThreads.isVirtualThread()) {
            task.run();
        } else {
            Boolean outer = NON_BLOCKING.get();
            NON_BLOCKING.set(Boolean.TRUE);
            try {
                task.run();
            } finally {
                if (outer == null) {
                    NON_BLOCKING.remove();
                } else {
                    NON_BLOCKING.set(outer);
                }
            }
        }
    }
}
