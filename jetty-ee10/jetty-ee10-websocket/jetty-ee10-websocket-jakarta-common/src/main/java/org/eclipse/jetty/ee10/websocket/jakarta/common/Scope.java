package org.eclipse.jetty.ee10.websocket.jakarta.common;

import java.util.concurrent.atomic.AtomicReference;

/** Where the application is called: with its class loader, and within its context if it has one. Thread-safe. */
@FunctionalInterface
public interface Scope {
    /** Runs a task in this thread. */
    void runInScope(Runnable task);

    /** Calls the application. */
    @FunctionalInterface
    interface Call {
        void run() throws Throwable;
    }

    /** Calls the application in this thread, and throws what it throws. */
    default void callInScope(Call call) throws Throwable {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        runInScope(() -> {
            try {
                call.run();
            } catch (Throwable x) {
                failure.set(x);
            }
        });
        if (failure.get() != null) {
            throw failure.get();
        }
    }
}
