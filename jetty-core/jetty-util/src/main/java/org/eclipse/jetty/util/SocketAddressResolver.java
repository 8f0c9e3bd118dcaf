package org.eclipse.jetty.util;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Resolves host names to addresses. Thread-safe. */
public interface SocketAddressResolver {
    /**
     * Resolves a host.
     *
     * @param context the context of the connection to be opened
     * @param promise completed with at least one address, or failed with an {@link UnknownHostException} or a
     *     {@link TimeoutException}
     */
    void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise);

    /** Resolves in the thread of the caller, which it blocks. */
    @ManagedObject("Resolves host names, blocking")
    class Sync implements SocketAddressResolver {
        @Override
        public void resolve(
                String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
            List<InetSocketAddress> result = new ArrayList<>();
            try {
                for (InetAddress address : InetAddress.getAllByName(host)) {
                    result.add(new InetSocketAddress(address, port));
                }
            } catch (Throwable x) {
                promise.failed(x);
                return;
            }
            promise.succeeded(result);
        }
    }

    /** Resolves in threads of an executor, within a time limit. */
    @ManagedObject("Resolves host names in other threads")
    class Async implements SocketAddressResolver {
        private final Sync sync = new Sync();
        private final Executor executor;
        private final Scheduler scheduler;
        private final long timeout;

        /** @param timeout milliseconds; 0 or less for no limit */
        public Async(Executor executor, Scheduler scheduler, long timeout) {
            this.executor = executor;
            this.scheduler = scheduler;
            this.timeout = timeout;
        }

        public Executor getExecutor() {
            return executor;
        }

        public Scheduler getScheduler() {
            return scheduler;
        }

        @ManagedAttribute("The milliseconds in which a host must be resolved")
        public long getTimeout() {
            return timeout;
        }

        @Override
        public void resolve(
                String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
            Once once = new Once(promise);
            if (timeout > 0) {
                once.task = scheduler.schedule(
                        () -> once.failed(
                                new TimeoutException("Resolution of " + host + " took longer than " + timeout + " ms")),
                        timeout,
                        TimeUnit.MILLISECONDS);
            }
            try {
                executor.execute(() -> sync.resolve(host, port, context, once));
            } catch (Throwable x) {
                once.failed(x);
            }
        }

        /** Completes a promise with whatever comes first. */
        private static final class Once implements Promise<List<InetSocketAddress>> {
            private final AtomicBoolean completed = new AtomicBoolean();
            private final Promise<List<InetSocketAddress>> promise;
            private volatile Scheduler.@Nullable Task task;

            private Once(Promise<List<InetSocketAddress>> promise) {
                this.promise = promise;
            }

            private boolean complete() {
                if (!completed.compareAndSet(false, true)) {
                    return false;
                }
                Scheduler.Task current = task;
                if (current != null) {
                    current.cancel();
                }
                return true;
            }

            @Override
            public void succeeded(List<InetSocketAddress> result) {
                if (complete()) {
                    promise.succeeded(result);
                }
            }

            @Override
            public void failed(Throwable x) {
                if (complete()) {
                    promise.failed(x);
                }
            }
        }
    }
}
