package org.eclipse.jetty.util;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Told once, by whichever thread, that an asynchronous operation succeeded or failed.
 *
 * <p>Its {@link #getInvocationType() invocation type} says whether being told may block.
 */
public interface Callback extends Invocable {
    /** Does nothing. */
    Callback NOOP = new Callback() {
        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        @Override
        public String toString() {
            return "Callback.NOOP";
        }
    };

    /** Must never be told anything: fails with an {@link IllegalStateException}. */
    Callback NOT_CALLED = new Callback() {
        @Override
        public void succeeded() {
            throw new IllegalStateException("succeeded must not be called");
        }

        @Override
        public void failed(Throwable x) {
            throw new IllegalStateException("failed must not be called", x);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    };

    /** Is told by the completion of the future. */
    default void completeWith(CompletableFuture<?> completable) {
        completable.whenComplete((result, x) -> {
            if (x == null) {
                succeeded();
            } else {
                failed(x);
            }
        });
    }

    /** The operation succeeded. */
    default void succeeded() {}

    /** The operation failed. */
    default void failed(Throwable x) {}

    /** Completes the future. */
    static Callback from(CompletableFuture<?> completable) {
        return from(completable, Invocable.getInvocationType(completable));
    }

    static Callback from(CompletableFuture<?> completable, InvocationType invocation) {
        if (completable instanceof Callback callback && callback.getInvocationType() == invocation) {
            return callback;
        }
        return new Callback() {
            @Override
            public void succeeded() {
                completable.complete(null);
            }

            @Override
            public void failed(Throwable x) {
                completable.completeExceptionally(x);
            }

            @Override
            public InvocationType getInvocationType() {
                return invocation;
            }
        };
    }

    static Callback from(Runnable success, Consumer<Throwable> failure) {
        return from(InvocationType.BLOCKING, success, failure);
    }

    static Callback from(InvocationType invocationType, Runnable success, Consumer<Throwable> failure) {
        return new Callback() {
            @Override
            public void succeeded() {
                success.run();
            }

            @Override
            public void failed(Throwable x) {
                failure.accept(x);
            }

            @Override
            public InvocationType getInvocationType() {
                return invocationType;
            }

            @Override
            public String toString() {
                return String.format("Callback@%x{%s, %s,%s}", hashCode(), invocationType, success, failure);
            }
        };
    }

    /** Runs the task in both cases. */
    static Callback from(Runnable completed) {
        return from(Invocable.getInvocationType(completed), completed);
    }

    static Callback from(InvocationType invocationType, Runnable completed) {
        return new Completing() {
            @Override
            public void completed() {
                completed.run();
            }

            @Override
            public InvocationType getInvocationType() {
                return invocationType;
            }

            @Override
            public String toString() {
                return String.format("Callback.Completing@%x{%s,%s}", hashCode(), invocationType, completed);
            }
        };
    }

    /** Tells the callback, and then runs the task. */
    static Callback from(Callback callback, Runnable completed) {
        return new Nested(callback) {
            @Override
            public void completed() {
                completed.run();
            }
        };
    }

    /** Tells the failure to the consumer, before the callback is told. */
    static Callback from(Callback callback, Consumer<Throwable> failure) {
        return new Nested(callback) {
            @Override
            public void failed(Throwable x) {
                try {
                    failure.accept(x);
                } catch (Throwable t) {
                    ExceptionUtil.addSuppressedIfNotAssociated(x, t);
                }
                super.failed(x);
            }
        };
    }

    /** Runs the task, and then tells the callback; it fails when the task does. */
    static Callback from(Runnable completed, Callback callback) {
        return new Callback() {
            @Override
            public void succeeded() {
                try {
                    completed.run();
                } catch (Throwable t) {
                    callback.failed(t);
                    return;
                }
                callback.succeeded();
            }

            @Override
            public void failed(Throwable x) {
                try {
                    completed.run();
                } catch (Throwable t) {
                    ExceptionUtil.addSuppressedIfNotAssociated(x, t);
                }
                callback.failed(x);
            }

            @Override
            public InvocationType getInvocationType() {
                return Invocable.combine(Invocable.getInvocationType(completed), callback.getInvocationType());
            }
        };
    }

    /** Fails the callback with this cause, in both cases. */
    static Callback from(Callback callback, Throwable cause) {
        return new Callback() {
            @Override
            public void succeeded() {
                callback.failed(cause);
            }

            @Override
            public void failed(Throwable x) {
                ExceptionUtil.addSuppressedIfNotAssociated(cause, x);
                callback.failed(cause);
            }

            @Override
            public InvocationType getInvocationType() {
                return callback.getInvocationType();
            }
        };
    }

    /** Tells the first callback, and then the second one. */
    static Callback from(Callback callback1, Callback callback2) {
        return combine(callback1, callback2);
    }

    @NullContract("!null, _ -> !null; _, !null -> !null")
    static @Nullable Callback combine(@Nullable Callback cb1, @Nullable Callback cb2) {
        if (cb1 == null || cb1 == cb2) {
            return cb2;
        }
        if (cb2 == null) {
            return cb1;
        }
        return new Callback() {
            @Override
            public void succeeded() {
                try {
                    cb1.succeeded();
                } finally {
                    cb2.succeeded();
                }
            }

            @Override
            public void failed(Throwable x) {
                try {
                    cb1.failed(x);
                } catch (Throwable t) {
                    ExceptionUtil.addSuppressedIfNotAssociated(x, t);
                } finally {
                    cb2.failed(x);
                }
            }

            @Override
            public InvocationType getInvocationType() {
                return Invocable.combine(Invocable.getInvocationType(cb1), Invocable.getInvocationType(cb2));
            }
        };
    }

    /** Does the same in both cases. */
    interface Completing extends Callback {
        void completed();

        @Override
        default void succeeded() {
            completed();
        }

        @Override
        default void failed(Throwable x) {
            try {
                completed();
            } catch (Throwable t) {
                ExceptionUtil.addSuppressedIfNotAssociated(x, t);
                throw t;
            }
        }
    }

    /** Tells another callback, and then does something in both cases. */
    class Nested implements Completing {
        private final Callback callback;

        public Nested(Callback callback) {
            this.callback = callback;
        }

        public Callback getCallback() {
            return callback;
        }

        @Override
        public void completed() {}

        @Override
        public void succeeded() {
            try {
                callback.succeeded();
            } finally {
                completed();
            }
        }

        @Override
        public void failed(Throwable x) {
            try {
                callback.failed(x);
            } catch (Throwable t) {
                ExceptionUtil.addSuppressedIfNotAssociated(x, t);
            } finally {
                completed();
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return callback.getInvocationType();
        }

        @Override
        public String toString() {
            return String.format("%s@%x:%s", getClass().getSimpleName(), hashCode(), callback);
        }
    }

    /** A future that is completed as a callback. */
    class Completable extends CompletableFuture<Void> implements Callback {
        private final InvocationType invocation;

        /** A new one, that was given to the consumer. */
        public static Completable with(Consumer<Completable> consumer) {
            Completable completable = new Completable();
            consumer.accept(completable);
            return completable;
        }

        /** A new one, that tells the callback too. */
        public static Completable from(Callback callback) {
            return new Completable(callback.getInvocationType()) {
                @Override
                public void succeeded() {
                    callback.succeeded();
                    super.succeeded();
                }

                @Override
                public void failed(Throwable x) {
                    callback.failed(x);
                    super.failed(x);
                }
            };
        }

        public Completable() {
            this(InvocationType.NON_BLOCKING);
        }

        public Completable(InvocationType invocation) {
            this.invocation = invocation;
        }

        @Override
        public void succeeded() {
            complete(null);
        }

        @Override
        public void failed(Throwable x) {
            completeExceptionally(x);
        }

        @Override
        public InvocationType getInvocationType() {
            return invocation;
        }

        /** Goes on, after success, with what the consumer does with a new Completable. */
        public Completable compose(Consumer<Completable> consumer) {
            Completable completable = new Completable();
            whenComplete((r, x) -> {
                if (x == null) {
                    consumer.accept(completable);
                } else {
                    completable.failed(x);
                }
            });
            return completable;
        }
    }

    /** Tells one callback when several new ones have been told; fails it with all failures. Thread-safe. */
    class Combination implements AutoCloseable {
        private final AtomicInteger open = new AtomicInteger(1);
        private final AtomicReference<Throwable> failure;
        private final Callback andThen;
        private boolean closed;

        public Combination(Callback andThen) {
            this(andThen, null);
        }

        public Combination(Callback andThen, @Nullable Throwable failure) {
            this.andThen = andThen;
            this.failure = new AtomicReference<>(failure);
        }

        /** One more callback to wait for. */
        public Callback newCallback() {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            open.incrementAndGet();
            return new Part();
        }

        @Override
        public void close() throws IllegalStateException {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            closed = true;
            done();
        }

        private void done() {
            if (open.decrementAndGet() > 0) {
                return;
            }
            Throwable x = failure.get();
            if (x == null) {
                andThen.succeeded();
            } else {
                andThen.failed(x);
            }
        }

        private final class Part implements Callback {
            private final java.util.concurrent.atomic.AtomicBoolean told =
                    new java.util.concurrent.atomic.AtomicBoolean();

            @Override
            public void succeeded() {
                if (told.compareAndSet(false, true)) {
                    done();
                }
            }

            @Override
            public void failed(Throwable x) {
                if (!told.compareAndSet(false, true)) {
                    return;
                }
                failure.updateAndGet(old -> ExceptionUtil.combine(old, x));
                done();
            }

            @Override
            public InvocationType getInvocationType() {
                return andThen.getInvocationType();
            }
        }
    }
}
