package org.eclipse.jetty.util.thread;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A thread of one of our pools, with the state that elsewhere would be a ThreadLocal. Confined to its thread, but for its
 * retirement.
 *
 * <p>It has no inheritable thread locals of the thread that asked for it, which may be of an application.
 */
class WorkerThread extends Thread {
    private Blocking.Hook[] hooks = new Blocking.Hook[4];
    private long[] tokens = new long[4];
    private int depth;
    /** The duration of the longest task that was run within the current one; below 0 when there was none. */
    private long longest = -1;

    private boolean nonBlocking;
    private volatile boolean retired;
    private volatile @Nullable Runnable onRetired;

    WorkerThread(@Nullable ThreadGroup group, Runnable target) {
        super(group, target, "worker", 0, false);
    }

    /** Lets it end after its job. */
    void retire() {
        retired = true;
        Runnable listener = onRetired;
        if (listener != null) {
            listener.run();
        }
    }

    /** Sets what is run when this thread is to end, which may wait within its job. */
    void setOnRetired(Runnable listener) {
        onRetired = listener;
    }

    boolean isRetired() {
        return retired;
    }

    void enter(Blocking.Hook hook, long token) {
        if (depth == hooks.length) {
            hooks = Arrays.copyOf(hooks, depth * 2);
            tokens = Arrays.copyOf(tokens, depth * 2);
        }
        hooks[depth] = hook;
        tokens[depth++] = token;
    }

    void exit() {
        hooks[--depth] = null;
    }

    void aboutToBlock() {
        for (int i = 0; i < depth; i++) {
            hooks[i].aboutToBlock(tokens[i]);
        }
    }

    long beginTask() {
        long outer = longest;
        longest = -1;
        return outer;
    }

    long endTask(long outer, long nanos) {
        long counts = longest < 0 ? nanos : longest;
        longest = Math.max(outer, counts);
        return counts;
    }

    boolean isNonBlocking() {
        return nonBlocking;
    }

    boolean setNonBlocking(boolean value) {
        boolean outer = nonBlocking;
        nonBlocking = value;
        return outer;
    }
}
