package org.eclipse.jetty.util;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Told once the result, or the failure, of an asynchronous operation. */
public interface Promise<C> {
    default void succeeded(C result) {}

    default void failed(Throwable x) {}

    static <T> Promise<T> noop() {
        return Invocable.noop();
    }

    /** Is told by the completion of the future. */
    static <T> void completeWith(Promise<T> promise, CompletableFuture<T> completable) {
        completable.whenComplete((result, x) -> {
            if (x == null) {
                promise.succeeded(result);
            } else {
                promise.failed(x);
            }
        });
    }

    static <T> Promise<T> from(Consumer<T> success, Consumer<Throwable> failure) {
        return new Promise<>() {
            @Override
            public void succeeded(T result) {
                success.accept(result);
            }

            @Override
            public void failed(Throwable x) {
                failure.accept(x);
            }
        };
    }

    /** Completes the future. */
    static <T> Promise<T> from(CompletableFuture<? super T> completable) {
        return new Promise<>() {
            @Override
            public void succeeded(T result) {
                completable.complete(result);
            }

            @Override
            public void failed(Throwable x) {
                completable.completeExceptionally(x);
            }
        };
    }

    /** Runs the task in both cases. */
    static <T> Promise<T> from(Runnable complete) {
        return from(result -> complete.run(), x -> complete.run());
    }

    /** A future that is completed as a promise. */
    class Completable<S> extends CompletableFuture<S> implements Promise<S> {
        public Completable() {}

        public static <R> Completable<R> with(Consumer<Promise<R>> consumer) {
            Completable<R> result = new Completable<>();
            consumer.accept(result);
            return result;
        }

        @Override
        public void succeeded(S result) {
            complete(result);
        }

        @Override
        public void failed(Throwable x) {
            completeExceptionally(x);
        }
    }

    /** A promise that says whether being told may block. */
    interface Invocable<R> extends org.eclipse.jetty.util.thread.Invocable, Promise<R> {
        static <T> Invocable<T> noop() {
            return new NonBlocking<>() {
                @Override
                public String toString() {
                    return "Promise.noop";
                }
            };
        }

        /** A callback whose success is that of the promise, with this result. */
        static <T> Callback toCallback(Invocable<T> promise, T result) {
            return Callback.from(promise.getInvocationType(), () -> promise.succeeded(result), promise::failed);
        }

        /** A promise of something from which the result is made. */
        static <W, T> Invocable<W> toPromise(Invocable<T> promise, Function<W, T> converter) {
            return from(promise.getInvocationType(), w -> promise.succeeded(converter.apply(w)), promise::failed);
        }

        static <W> Invocable<W> toPromise(CompletableFuture<W> completable) {
            return from(
                    org.eclipse.jetty.util.thread.Invocable.getInvocationType(completable),
                    completable::complete,
                    completable::completeExceptionally);
        }

        static <R> BiConsumer<R, Throwable> toBiConsumer(Invocable<R> promise) {
            return (result, x) -> {
                if (x == null) {
                    promise.succeeded(result);
                } else {
                    promise.failed(x);
                }
            };
        }

        static <T> Invocable<T> from(InvocationType type, Consumer<T> success, Consumer<Throwable> failure) {
            return new Abstract<>(type) {
                @Override
                public void succeeded(T result) {
                    success.accept(result);
                }

                @Override
                public void failed(Throwable x) {
                    failure.accept(x);
                }
            };
        }

        static <T> Invocable<T> from(InvocationType type, BiConsumer<T, Throwable> consumer) {
            return from(type, result -> consumer.accept(result, null), x -> consumer.accept(null, x));
        }

        /** Tells the promise, and then runs the task. */
        static <T> Invocable<T> from(Invocable<T> promise, Runnable completed) {
            return new Abstract<>(promise.getInvocationType()) {
                @Override
                public void succeeded(T result) {
                    try {
                        promise.succeeded(result);
                    } finally {
                        completed.run();
                    }
                }

                @Override
                public void failed(Throwable x) {
                    try {
                        promise.failed(x);
                    } finally {
                        completed.run();
                    }
                }
            };
        }

        /** Runs the task, and then tells the promise. */
        static <T> Invocable<T> from(Runnable completed, Invocable<T> promise) {
            return new Abstract<>(promise.getInvocationType()) {
                @Override
                public void succeeded(T result) {
                    try {
                        completed.run();
                    } catch (Throwable x) {
                        promise.failed(x);
                        return;
                    }
                    promise.succeeded(result);
                }

                @Override
                public void failed(Throwable x) {
                    try {
                        completed.run();
                    } catch (Throwable t) {
                        ExceptionUtil.addSuppressedIfNotAssociated(x, t);
                    }
                    promise.failed(x);
                }
            };
        }

        abstract class Abstract<T> implements Invocable<T> {
            private final InvocationType invocationType;

            protected Abstract(InvocationType invocationType) {
                this.invocationType = invocationType;
            }

            @Override
            public InvocationType getInvocationType() {
                return invocationType;
            }
        }

        abstract class NonBlocking<T> extends Abstract<T> {
            public NonBlocking() {
                super(InvocationType.NON_BLOCKING);
            }
        }
    }

    /** A promise that is a task, to be run by whom the result is given to. */
    abstract class Task<T> implements Promise<T>, Runnable {
        private final @Nullable Runnable task;
        private final @Nullable Consumer<Throwable> onError;

        public Task() {
            this(null, null);
        }

        public Task(@Nullable Runnable task, @Nullable Consumer<Throwable> onError) {
            this.task = task;
            this.onError = onError;
        }

        @Override
        public void succeeded(T result) {
            if (task != null) {
                task.run();
            }
        }

        @Override
        public void failed(Throwable x) {
            if (onError != null) {
                onError.accept(x);
            } else {
                LoggerFactory.getLogger(Task.class).warn("Failed: {}", this, x);
            }
        }

        @Override
        public void run() {
            if (task != null) {
                task.run();
            }
        }
    }

    /** Passes on to another promise. */
    class Wrapper<W> implements Promise<W> {
        private final Promise<W> promise;

        public Wrapper(Promise<W> promise) {
            this.promise = java.util.Objects.requireNonNull(promise);
        }

        public Promise<W> getWrapped() {
            return promise;
        }

        @Override
        public void succeeded(W result) {
            promise.succeeded(result);
        }

        @Override
        public void failed(Throwable x) {
            promise.failed(x);
        }
    }
}
