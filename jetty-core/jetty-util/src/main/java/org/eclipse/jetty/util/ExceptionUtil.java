package org.eclipse.jetty.util;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** Throws, combines and converts exceptions. */
public final class ExceptionUtil {
    private ExceptionUtil() {}

    /** The exception itself if it is of the type, else a new one of the type with this cause. */
    public static <T extends Throwable> @Nullable T as(Class<T> type, @Nullable Throwable throwable)
            throws IllegalArgumentException {
        if (throwable == null) {
            return null;
        }
        if (type.isInstance(throwable)) {
            return type.cast(throwable);
        }
        try {
            return type.getConstructor(Throwable.class).newInstance(throwable);
        } catch (InstantiationException
                | IllegalAccessException
                | InvocationTargetException
                | NoSuchMethodException x) {
            throw new IllegalArgumentException(x);
        }
    }

    /** Throws it if it is not null. */
    public static void ifExceptionThrow(@Nullable Throwable throwable) throws Error, Exception {
        if (throwable == null) {
            return;
        }
        if (throwable instanceof Error error) {
            throw error;
        }
        if (throwable instanceof Exception exception) {
            throw exception;
        }
        throw new RuntimeException(throwable);
    }

    /** Throws it, wrapped if needed, if it is not null. */
    public static void ifExceptionThrowUnchecked(@Nullable Throwable throwable) throws Error, RuntimeException {
        if (throwable != null) {
            throw asRuntimeException(throwable);
        }
    }

    /** The exception itself, or a new one with this cause; an Error is thrown. */
    public static RuntimeException asRuntimeException(@Nullable Throwable throwable) throws Error {
        if (throwable instanceof Error error) {
            throw error;
        }
        return throwable instanceof RuntimeException runtime ? runtime : new RuntimeException(throwable);
    }

    /** Throws it if it is not null: unchecked ones as they are, others as the type. */
    public static <T extends Throwable> void ifExceptionThrowAs(Class<T> type, @Nullable Throwable throwable)
            throws Error, RuntimeException, T, IllegalArgumentException {
        if (throwable == null) {
            return;
        }
        if (type.isInstance(throwable)) {
            throw type.cast(throwable);
        }
        if (throwable instanceof Error error) {
            throw error;
        }
        if (throwable instanceof RuntimeException runtime) {
            throw runtime;
        }
        throw as(type, throwable);
    }

    /** Throws it, as the type, if it is not null. */
    public static <T extends Throwable> void ifExceptionThrowAllAs(Class<T> type, @Nullable Throwable throwable)
            throws T {
        if (throwable != null) {
            throw as(type, throwable);
        }
    }

    /** Whether one is the other, or its cause or suppressed by it at any depth. */
    @NullContract("null, _ -> false")
    public static boolean areAssociated(@Nullable Throwable t1, @Nullable Throwable t2) {
        return t1 != null && t2 != null && (contains(t1, t2) || contains(t2, t1));
    }

    private static boolean contains(Throwable outer, Throwable inner) {
        if (outer == inner) {
            return true;
        }
        if (outer.getCause() != null && outer.getCause() != outer && contains(outer.getCause(), inner)) {
            return true;
        }
        for (Throwable suppressed : outer.getSuppressed()) {
            if (contains(suppressed, inner)) {
                return true;
            }
        }
        return false;
    }

    @NullContract("null, _ -> false")
    public static boolean areNotAssociated(@Nullable Throwable t1, @Nullable Throwable t2) {
        return t1 != null && t2 != null && !areAssociated(t1, t2);
    }

    /** Whether it, a cause or a suppressed one is of the type. */
    @NullContract("null, _ -> false")
    public static boolean hasAssociated(@Nullable Throwable throwable, Class<? extends Throwable> type) {
        if (throwable == null) {
            return false;
        }
        if (type.isInstance(throwable)) {
            return true;
        }
        if (throwable.getCause() != throwable && hasAssociated(throwable.getCause(), type)) {
            return true;
        }
        for (Throwable suppressed : throwable.getSuppressed()) {
            if (hasAssociated(suppressed, type)) {
                return true;
            }
        }
        return false;
    }

    /** Adds the suppressed one, unless that would make a circle or a repetition. */
    public static void addSuppressedIfNotAssociated(@Nullable Throwable throwable, @Nullable Throwable suppressed) {
        if (areNotAssociated(throwable, suppressed)) {
            throwable.addSuppressed(suppressed);
        }
    }

    public static <T extends Throwable> T withSuppressed(T throwable, List<Throwable> errors) {
        for (Throwable error : errors) {
            addSuppressedIfNotAssociated(throwable, error);
        }
        return throwable;
    }

    /** The first one, with the second one suppressed; either may be null. */
    @NullContract("!null, _ -> !null; _, !null -> !null")
    public static @Nullable Throwable combine(@Nullable Throwable t1, @Nullable Throwable t2) {
        if (t1 == null) {
            return t2;
        }
        addSuppressedIfNotAssociated(t1, t2);
        return t1;
    }

    /** Gives the exception to the consumer; what that throws is added to it. */
    public static void call(Throwable throwable, Consumer<Throwable> consumer) {
        try {
            consumer.accept(throwable);
        } catch (Throwable x) {
            addSuppressedIfNotAssociated(throwable, x);
        }
    }

    public static void call(Invocable.Callable callable, Consumer<Throwable> failure) {
        try {
            callable.call();
        } catch (Throwable x) {
            call(x, failure);
        }
    }

    public static void run(Runnable runnable, Consumer<Throwable> failure) {
        try {
            runnable.run();
        } catch (Throwable x) {
            call(x, failure);
        }
    }

    public static void callAndThen(Throwable cause, Consumer<Throwable> first, Consumer<Throwable> second) {
        call(cause, first);
        second.accept(cause);
    }

    public static void callAndThen(Throwable cause, Consumer<Throwable> first, Runnable second) {
        call(cause, first);
        second.run();
    }

    public static void callAndThen(Runnable first, Runnable second) {
        try {
            first.run();
        } finally {
            second.run();
        }
    }

    /** Waits for the result of the future, and throws its failure unchecked. */
    public static <T> T get(CompletableFuture<T> completableFuture) {
        try {
            return completableFuture.get();
        } catch (ExecutionException x) {
            throw asRuntimeException(x.getCause());
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    public static String toString(Throwable throwable) {
        StringBuilder text = new StringBuilder();
        for (Throwable x = throwable; x != null && x != x.getCause(); x = x.getCause()) {
            if (!text.isEmpty()) {
                text.append(" <- ");
            }
            text.append(x);
        }
        return text.toString();
    }

    /** Collects exceptions: the first one gets the others as suppressed ones. Confined to its user. */
    public static class MultiException {
        private @Nullable Throwable combined;

        public MultiException() {}

        public void add(Throwable throwable) {
            combined = combine(combined, throwable);
        }

        public void ifExceptionThrow() throws Exception {
            ExceptionUtil.ifExceptionThrow(combined);
        }

        public void ifExceptionThrowRuntime() {
            ifExceptionThrowUnchecked(combined);
        }

        public <T extends Throwable> void ifExceptionThrowAs(Class<T> type) throws T {
            ExceptionUtil.ifExceptionThrowAs(type, combined);
        }

        public void callAndCatch(Invocable.Callable task) {
            try {
                task.call();
            } catch (Throwable x) {
                add(x);
            }
        }

        @Override
        public String toString() {
            return String.valueOf(combined);
        }
    }
}
