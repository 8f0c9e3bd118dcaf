package org.eclipse.jetty.util.thread;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be invoked, and that says whether its invocation may block.
 *
 * <p>The scheduler runs a {@link InvocationType#NON_BLOCKING} task in the thread that found it, hands production over
 * (or the task away) for a {@link InvocationType#BLOCKING} one, and may choose for {@link InvocationType#EITHER}, whose
 * task asks {@link #isNonBlockingInvocation()} when it runs.
 */
public interface Invocable {
    /** A task that does nothing. */
    Runnable NOOP = () -> {};

    /** A task that knows its invocation type. */
    interface Task extends Invocable, Runnable {
        /** A task of a fixed invocation type. */
        abstract class Abstract implements Task {
            private final InvocationType type;

            public Abstract(InvocationType type) {
                this.type = Objects.requireNonNull(type);
            }

            @Override
            public InvocationType getInvocationType() {
                return type;
            }

            @Override
            public String toString() {
                return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), type);
            }
        }
    }

    /** Like {@link java.util.concurrent.Callable}, without a result. */
    @FunctionalInterface
    interface Callable extends Invocable {
        void call() throws Exception;
    }

    /** Gives an invocation type to a plain {@link Runnable}. */
    class ReadyTask extends Task.Abstract {
        private final Runnable task;

        public ReadyTask(InvocationType type, Runnable task) {
            super(type);
            this.task = Objects.requireNonNull(task);
        }

        public Runnable getTask() {
            return task;
        }

        @Override
        public void run() {
            task.run();
        }

        @Override
        public String toString() {
            return String.format("%s@%x[%s|%s]", getClass().getSimpleName(), hashCode(), getInvocationType(), task);
        }
    }

    /** Whether an invocation may block the thread it runs in. */
    enum InvocationType {
        /** May block. */
        BLOCKING,
        /** Never blocks. */
        NON_BLOCKING,
        /** Does not block when invoked by {@link Invocable#invokeNonBlocking(Runnable)}. */
        EITHER;

        /** Runs a task of this type without blocking the caller: in place, or in the executor when it may block. */
        public void runWithoutBlocking(Runnable task, java.util.concurrent.Executor executor) {
            switch (this) {
                case BLOCKING -> executor.execute(task);
                case NON_BLOCKING -> task.run();
                default -> invokeNonBlocking(task);
            }
        }
    }

    /** A task of the given type that runs the given task. */
    static Task from(InvocationType type, Runnable task) {
        return task instanceof Task t && t.getInvocationType() == type ? t : new ReadyTask(type, task);
    }

    /** Whether the current thread is inside {@link #invokeNonBlocking(Runnable)}: an EITHER task must not block then. */
    static boolean isNonBlockingInvocation() {
        return Blocking.isNonBlocking();
    }

    /** Runs a task that, when its type is EITHER, must not block. A virtual thread may always block: it is not marked. */
    static void invokeNonBlocking(Runnable task) {
        Blocking.runNonBlocking(task);
    }

    /** The type of an invocation that makes both invocations. */
    static InvocationType combine(@Nullable InvocationType one, @Nullable InvocationType two) {
        if (one == null || two == null || one == InvocationType.BLOCKING || two == InvocationType.BLOCKING) {
            return InvocationType.BLOCKING;
        }
        return one == two ? one : InvocationType.EITHER;
    }

    /** The type of an invocation that makes all of these invocations. */
    static InvocationType combineTypes(InvocationType... types) {
        InvocationType result = null;
        for (InvocationType type : types) {
            result = result == null ? type : combine(result, type);
        }
        return result == null ? InvocationType.BLOCKING : result;
    }

    /** The invocation type of any object: BLOCKING unless it is an Invocable that says otherwise. */
    static InvocationType getInvocationType(Object o) {
        return o instanceof Invocable invocable ? invocable.getInvocationType() : InvocationType.BLOCKING;
    }

    /** Whether invoking this object may block; BLOCKING unless overridden. */
    default InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    /** One task that runs all of these, in order; null elements are skipped, null is returned when nothing is left. */
    static @Nullable Runnable combine(Runnable... runnables) {
        Runnable result = null;
        for (Runnable runnable : runnables) {
            if (runnable == null) {
                continue;
            }
            if (result == null) {
                result = runnable;
            } else {
                Runnable first = result;
                result = new ReadyTask(combine(getInvocationType(first), getInvocationType(runnable)), () -> {
                    first.run();
                    runnable.run();
                });
            }
        }
        return result;
    }
}
