package org.eclipse.jetty.websocket.api;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Told once, by whichever thread, that an asynchronous operation succeeded or failed. */
public interface Callback {
    /** Does nothing. */
    Callback NOOP = new Callback() {};

    static Callback from(Runnable success, Consumer<Throwable> failure) {
        return new Callback() {
            @Override
            public void succeed() {
                success.run();
            }

            @Override
            public void fail(Throwable x) {
                failure.accept(x);
            }
        };
    }

    /** Tells the callback, and then runs the task in both cases. */
    static Callback from(Callback callback, Runnable completed) {
        return new Callback() {
            @Override
            public void succeed() {
                try {
                    callback.succeed();
                } finally {
                    completed.run();
                }
            }

            @Override
            public void fail(Throwable x) {
                try {
                    callback.fail(x);
                } finally {
                    completed.run();
                }
            }
        };
    }

    /** The operation succeeded. */
    default void succeed() {}

    /** The operation failed. */
    default void fail(Throwable x) {}

    /** This, for {@link CompletableFuture#whenComplete}. */
    default BiConsumer<? super Void, ? super Throwable> asBiConsumer() {
        return (result, x) -> {
            if (x == null) {
                succeed();
            } else {
                fail(x);
            }
        };
    }

    /** A callback that is a future. */
    class Completable extends CompletableFuture<Void> implements Callback {
        public Completable() {}

        /** Starts an operation with a new one as its callback. */
        public static Completable with(Consumer<Completable> consumer) {
            Completable completable = new Completable();
            consumer.accept(completable);
            return completable;
        }

        @Override
        public void succeed() {
            complete(null);
        }

        @Override
        public void fail(Throwable x) {
            completeExceptionally(x);
        }

        /** Starts another operation when this one has succeeded; returns the callback of that. */
        public Completable compose(Consumer<Completable> consumer) {
            Completable next = new Completable();
            whenComplete((result, x) -> {
                if (x == null) {
                    consumer.accept(next);
                } else {
                    next.fail(x);
                }
            });
            return next;
        }
    }
}
