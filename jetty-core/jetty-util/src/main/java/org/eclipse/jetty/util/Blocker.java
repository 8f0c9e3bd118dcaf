package org.eclipse.jetty.util;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Blocking;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for an asynchronous operation.
 *
 * <pre>
 * try (Blocker.Callback callback = Blocker.callback()) {
 *     write(buffer, callback);
 *     callback.block();
 * }
 * </pre>
 *
 * <p>One thread blocks, any thread completes. Thread-safe.
 */
public class Blocker {
    private static final Logger LOG = LoggerFactory.getLogger(Blocker.class);
    private static final Object SUCCESS = new Object();

    public Blocker() {}

    /** A runnable to wait for. */
    public interface Runnable extends java.lang.Runnable, AutoCloseable, Invocable {
        void block() throws IOException;

        void block(long timeout, TimeUnit unit) throws IOException, TimeoutException;

        @Override
        void close();
    }

    /** A callback to wait for. */
    public interface Callback extends org.eclipse.jetty.util.Callback, AutoCloseable, Invocable {
        /** Waits for success; throws the failure. */
        void block() throws IOException;

        void block(long timeout, TimeUnit unit) throws IOException, TimeoutException;

        @Override
        void close();
    }

    /** A promise to wait for. */
    public interface Promise<C> extends org.eclipse.jetty.util.Promise.Invocable<C>, AutoCloseable {
        C block() throws IOException;

        C block(long timeout, TimeUnit unit) throws IOException, TimeoutException;

        @Override
        void close();
    }

    public static Runnable runnable() {
        return new RunnableSignal();
    }

    public static Callback callback() {
        return new CallbackSignal();
    }

    public static <C> Promise<C> promise() {
        return new PromiseSignal<>(null);
    }

    /**
     * A promise to wait for.
     *
     * @param releaser what to do with a result that comes after the waiting thread gave up
     */
    public static <C> Promise<C> promise(Consumer<C> releaser) {
        return new PromiseSignal<>(releaser);
    }

    /** Waits for the promise that was given to the task. */
    public static <R> R blockWithPromise(Consumer<Promise<R>> task) throws IOException {
        try (Promise<R> promise = promise()) {
            task.accept(promise);
            return promise.block();
        }
    }

    public static <R> R blockWithPromise(long timeout, TimeUnit unit, Consumer<Promise<R>> task)
            throws IOException, TimeoutException {
        try (Promise<R> promise = promise()) {
            task.accept(promise);
            return promise.block(timeout, unit);
        }
    }

    /**
     * A result, and the thread that waits for it.
     *
     * <p>The value is null, then the waiting thread (if it comes first), then SUCCESS, a Failure or a result for good.
     */
    @SuppressWarnings("serial")
    private static class Signal extends AtomicReference<Object> {
        private record Failure(Throwable cause) {}

        private record Result(Object value) {}

        boolean complete(Object value) {
            while (true) {
                Object current = get();
                if (current != null && !(current instanceof Thread)) {
                    return false;
                }
                if (compareAndSet(current, value)) {
                    if (current != null) {
                        LockSupport.unpark((Thread) current);
                    }
                    return true;
                }
            }
        }

        boolean fail(@Nullable Throwable x) {
            return complete(new Failure(x == null ? new IOException("failed") : x));
        }

        @Nullable
        Object await(long nanos) throws IOException, TimeoutException {
            Thread current = Thread.currentThread();
            if (get() == null) {
                Blocking.aboutToBlock();
                long start = NanoTime.now();
                if (compareAndSet(null, current)) {
                    while (get() == current) {
                        if (nanos < 0) {
                            LockSupport.park(this);
                        } else {
                            long left = nanos - NanoTime.since(start);
                            if (left <= 0) {
                                throw new TimeoutException("no completion within " + nanos + " ns");
                            }
                            LockSupport.parkNanos(this, left);
                        }
                        if (Thread.interrupted()) {
                            InterruptedIOException x = new InterruptedIOException();
                            if (get() == current) {
                                throw x;
                            }
                            current.interrupt();
                        }
                    }
                }
            }
            Object value = get();
            if (value instanceof Failure failure) {
                throw asIOException(failure.cause());
            }
            return value;
        }

        private static IOException asIOException(Throwable cause) {
            if (cause instanceof IOException io) {
                return io;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            if (cause instanceof RuntimeException runtime && !(cause instanceof CancellationException)) {
                throw runtime;
            }
            return new IOException(cause);
        }

        boolean isDone() {
            Object value = get();
            return value != null && !(value instanceof Thread);
        }

        void closeSignal() {
            if (!isDone() && fail(new IllegalStateException("closed before completion"))) {
                LOG.debug("Blocker was closed before completion: {}", this);
            }
        }
    }

    @SuppressWarnings("serial")
    private static final class RunnableSignal extends Signal implements Runnable {
        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        @Override
        public void run() {
            complete(SUCCESS);
        }

        @Override
        public void block() throws IOException {
            awaitUninterrupted(this);
        }

        @Override
        public void block(long timeout, TimeUnit unit) throws IOException, TimeoutException {
            await(unit.toNanos(timeout));
        }

        @Override
        public void close() {
            closeSignal();
        }
    }

    @SuppressWarnings("serial")
    private static class CallbackSignal extends Signal implements Callback {
        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        @Override
        public void succeeded() {
            complete(SUCCESS);
        }

        @Override
        public void failed(Throwable x) {
            if (!fail(x)) {
                LOG.debug("Late failure", x);
            }
        }

        @Override
        public void block() throws IOException {
            awaitUninterrupted(this);
        }

        @Override
        public void block(long timeout, TimeUnit unit) throws IOException, TimeoutException {
            await(unit.toNanos(timeout));
        }

        @Override
        public void close() {
            closeSignal();
        }
    }

    @SuppressWarnings("serial")
    private static final class PromiseSignal<C> extends Signal implements Promise<C> {
        private final transient @Nullable Consumer<C> releaser;

        private PromiseSignal(@Nullable Consumer<C> releaser) {
            this.releaser = releaser;
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        @Override
        public void succeeded(C result) {
            if (!complete(new Signal.Result(result)) && releaser != null) {
                releaser.accept(result);
            }
        }

        @Override
        public void failed(Throwable x) {
            if (!fail(x)) {
                LOG.debug("Late failure", x);
            }
        }

        @Override
        public C block() throws IOException {
            return result(awaitUninterrupted(this));
        }

        @Override
        public C block(long timeout, TimeUnit unit) throws IOException, TimeoutException {
            return result(await(unit.toNanos(timeout)));
        }

        @SuppressWarnings("unchecked") // only succeeded(C) makes a Result
        private C result(@Nullable Object value) {
            assert value != null : "it was waited for";
            return (C) ((Signal.Result) value).value();
        }

        @Override
        public void close() {
            closeSignal();
        }
    }

    private static @Nullable Object awaitUninterrupted(Signal signal) throws IOException {
        try {
            return signal.await(-1);
        } catch (TimeoutException x) {
            throw new IllegalStateException(x);
        }
    }

    /** Blockers of an object that has one operation at a time: a further one waits for the close of the one before. */
    public static class Shared {
        private final AutoLock.WithCondition lock = new AutoLock.WithCondition();
        private @Nullable Signal current;
        /** A signal that was completed before it was closed, to be used again: nobody will complete it any more. */
        private @Nullable SharedSignal spare;

        public Shared() {}

        public Callback callback() throws IOException {
            SharedSignal signal;
            try (AutoLock l = lock.lock()) {
                while (current != null) {
                    lock.await();
                }
                signal = spare == null ? new SharedSignal() : spare;
                spare = null;
                current = signal;
            } catch (InterruptedException x) {
                InterruptedIOException interrupted = new InterruptedIOException();
                interrupted.initCause(x);
                throw interrupted;
            }
            return signal;
        }

        public Runnable runnable() throws IOException {
            CallbackSignal signal = (CallbackSignal) callback();
            return new Runnable() {
                @Override
                public InvocationType getInvocationType() {
                    return InvocationType.NON_BLOCKING;
                }

                @Override
                public void run() {
                    signal.succeeded();
                }

                @Override
                public void block() throws IOException {
                    signal.block();
                }

                @Override
                public void block(long timeout, TimeUnit unit) throws IOException, TimeoutException {
                    signal.block(timeout, unit);
                }

                @Override
                public void close() {
                    signal.close();
                }
            };
        }

        private void release(SharedSignal signal, boolean completed) {
            try (AutoLock l = lock.lock()) {
                if (current != signal) {
                    return;
                }
                current = null;
                if (completed) {
                    signal.set(null);
                    spare = signal;
                }
                lock.signalAll();
            }
        }

        @SuppressWarnings("serial")
        private final class SharedSignal extends CallbackSignal {
            @Override
            public void close() {
                boolean completed = isDone();
                super.close();
                release(this, completed);
            }
        }

        @Override
        public String toString() {
            return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), current);
        }
    }
}
