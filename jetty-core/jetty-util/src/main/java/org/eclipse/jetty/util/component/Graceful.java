package org.eclipse.jetty.util.component;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A component that, before it is stopped, refuses new work and finishes what it has. */
public interface Graceful {
    /**
     * Starts to shut down.
     *
     * @return completes when the work is done
     */
    CompletableFuture<Void> shutdown();

    /** Whether {@link #shutdown()} was called since the last start. */
    boolean isShutdown();

    /** Shuts down everything in the container that is graceful. */
    static CompletableFuture<Void> shutdown(Container component) {
        Logger log = LoggerFactory.getLogger(Graceful.class);
        List<Graceful> gracefuls = new ArrayList<>();
        if (component instanceof Graceful graceful) {
            gracefuls.add(graceful);
        }
        gracefuls.addAll(component.getContainedBeans(Graceful.class));
        log.debug("shutting down {} components of {}", gracefuls.size(), component);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (Graceful graceful : gracefuls) {
            CompletableFuture<Void> future = graceful.shutdown();
            if (future != null) {
                futures.add(future);
            }
        }
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    }

    /** Runs something that may throw in a new thread, whose end completes the future. */
    static CompletableFuture<Void> shutdown(ThrowingRunnable runnable) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        runnable.run();
                        future.complete(null);
                    } catch (Throwable x) {
                        future.completeExceptionally(x);
                    }
                },
                "Graceful-" + Integer.toHexString(runnable.hashCode()));
        thread.setDaemon(true);
        thread.start();
        return future;
    }

    @FunctionalInterface
    interface ThrowingRunnable {
        void run() throws Exception;
    }

    /** The state of a shutdown: whoever finishes some work calls {@link #check()}. Thread-safe. */
    abstract class Shutdown implements Graceful {
        private final Object component;
        private final AtomicReference<CompletableFuture<Void>> done = new AtomicReference<>();

        protected Shutdown(Object component) {
            this.component = component;
        }

        @Override
        public CompletableFuture<Void> shutdown() {
            CompletableFuture<Void> future = done.get();
            if (future == null) {
                CompletableFuture<Void> created = new CompletableFuture<>() {
                    @Override
                    public String toString() {
                        return String.format("Shutdown<%s>@%x", component, hashCode());
                    }
                };
                CompletableFuture<Void> other = done.compareAndExchange(null, created);
                future = other == null ? created : other;
            }
            check();
            return future;
        }

        @Override
        public boolean isShutdown() {
            return done.get() != null;
        }

        /** Completes the shutdown if one is going on and the work is done. */
        public void check() {
            CompletableFuture<Void> future = done.get();
            if (future != null && isShutdownDone()) {
                future.complete(null);
            }
        }

        /** Cancels the shutdown that is going on, and makes ready for the next one. */
        public void cancel() {
            CompletableFuture<Void> future = done.getAndSet(null);
            if (future != null && !future.isDone()) {
                future.cancel(true);
            }
        }

        /** Whether no work is left. */
        public abstract boolean isShutdownDone();
    }
}
