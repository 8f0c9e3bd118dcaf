package org.eclipse.jetty.util;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place that knows the virtual threads of Java 21 and newer. Thread-safe.
 */
public final class VirtualThreads {
    private static final Logger LOG = LoggerFactory.getLogger(VirtualThreads.class);
    private static final @Nullable MethodHandle IS_VIRTUAL = Runtime.version().feature() < 21 ? null : findIsVirtual();

    private VirtualThreads() {}

    private static @Nullable MethodHandle findIsVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException x) {
            LOG.debug("no virtual threads", x);
            return null;
        }
    }

    /** Has an executor that starts virtual threads, if so configured. */
    public interface Configurable {
        /** The executor that starts a virtual thread for each task. */
        default @Nullable Executor getVirtualThreadsExecutor() {
            return null;
        }

        /** Sets the executor that starts a virtual thread for each task; null for none. */
        default void setVirtualThreadsExecutor(@Nullable Executor executor) {
            if (executor != null && !areSupported()) {
                warn();
            }
        }

        default boolean isUseVirtualThreads() {
            return getVirtualThreadsExecutor() != null;
        }

        /** Uses virtual threads, or not; a warning is logged where the JVM has none. */
        default void setUseVirtualThreads(boolean useVirtualThreads) {
            setVirtualThreadsExecutor(useVirtualThreads ? getDefaultVirtualThreadsExecutor() : null);
        }
    }

    private static void warn() {
        LOG.warn(
                "Virtual threads were asked for, but Java {} has none: platform threads are used. Run on Java 21 or newer.",
                Runtime.version().feature());
    }

    /** Whether this JVM has virtual threads. */
    public static boolean areSupported() {
        return IS_VIRTUAL != null;
    }

    /** Whether the current thread is a virtual one. */
    public static boolean isVirtualThread() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable x) {
            throw new IllegalStateException(x);
        }
    }

    /** Runs the task in a new virtual thread; without support a warning is logged and the task is run in the caller. */
    public static void executeOnVirtualThread(Runnable task) {
        Executor executor = getDefaultVirtualThreadsExecutor();
        if (executor == null) {
            task.run();
        } else {
            executor.execute(task);
        }
    }

    /** An executor of unnamed virtual threads, or null (and a warning) without support. */
    public static @Nullable Executor getDefaultVirtualThreadsExecutor() {
        return getNamedVirtualThreadsExecutor(null);
    }

    /** An executor of virtual threads that are named by the prefix and a number, or null (and a warning). */
    public static @Nullable Executor getNamedVirtualThreadsExecutor(@Nullable String prefix) {
        if (!areSupported()) {
            warn();
            return null;
        }
        try {
            Class<?> type = Class.forName("java.lang.Thread$Builder$OfVirtual");
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            if (!StringUtil.isBlank(prefix)) {
                builder = type.getMethod("name", String.class, long.class).invoke(builder, prefix, 0L);
            }
            ThreadFactory factory = (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder);
            return new PerTask(factory);
        } catch (ReflectiveOperationException x) {
            LOG.warn("could not make an executor of virtual threads", x);
            return null;
        }
    }

    /** A new thread for every task, with no list of them. */
    private record PerTask(ThreadFactory factory) implements Executor {
        @Override
        public void execute(Runnable task) {
            factory.newThread(task).start();
        }
    }

    /** The virtual threads executor of an executor that is configured with one. */
    public static @Nullable Executor getVirtualThreadsExecutor(Executor executor) {
        return executor instanceof Configurable configurable ? configurable.getVirtualThreadsExecutor() : null;
    }

    /** The virtual threads executor of an executor, or else the executor itself. */
    public static Executor getExecutor(Executor executor) {
        Executor virtual = getVirtualThreadsExecutor(executor);
        return virtual == null ? executor : virtual;
    }

    /** Runs the task in a virtual thread, if the executor is configured so, else by the executor. */
    public static void execute(Executor executor, Runnable task) {
        getExecutor(executor).execute(task);
    }

    public static boolean isUseVirtualThreads(Executor executor) {
        return executor instanceof Configurable configurable && configurable.isUseVirtualThreads();
    }
}
