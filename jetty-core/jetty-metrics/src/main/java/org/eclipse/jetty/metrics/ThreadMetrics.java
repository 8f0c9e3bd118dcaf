package org.eclipse.jetty.metrics;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.jspecify.annotations.Nullable;

/** Reads the figures of thread pools, and of the execution strategies of selectors. */
final class ThreadMetrics {
    private ThreadMetrics() {}

    static void collect(Server server, Snapshots snapshots) {
        Set<Executor> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        pool(server.getThreadPool(), "server", snapshots, seen);
        for (Connector connector : server.getConnectors()) {
            pool(connector.getExecutor(), name(connector), snapshots, seen);
            for (ManagedSelector selector : connector.getContainedBeans(ManagedSelector.class)) {
                AdaptiveExecutionStrategy strategy = selector.getBean(AdaptiveExecutionStrategy.class);
                if (strategy != null) {
                    strategy(strategy, snapshots);
                }
            }
        }
    }

    /** The name of a connector, which not all have. */
    static String name(Connector connector) {
        return connector.getName() == null ? connector.getClass().getSimpleName() : connector.getName();
    }

    private static void pool(@Nullable Executor pool, String name, Snapshots snapshots, Set<Executor> seen) {
        if (pool == null || !seen.add(pool)) {
            return;
        }
        Snapshots.Family threads = snapshots.gauge("jetty_thread_pool_threads", "The threads of pools, by state.");
        Snapshots.Family queue = snapshots.gauge("jetty_thread_pool_queue_size", "The tasks that wait for a thread.");
        Snapshots.Family limit = snapshots.gauge("jetty_thread_pool_threads_max", "The most threads of pools.");
        Snapshots.Family refused =
                snapshots.counter("jetty_thread_pool_refused_tasks", "The tasks that pools refused.");
        if (pool instanceof QueuedThreadPool queued) {
            threads.point(queued.getUtilizedThreads(), "pool", name, "state", "busy");
            threads.point(queued.getIdleThreads(), "pool", name, "state", "idle");
            threads.point(queued.getLeasedThreads(), "pool", name, "state", "leased");
            threads.point(queued.getAvailableReservedThreads(), "pool", name, "state", "reserved");
            queue.point(queued.getQueueSize(), "pool", name);
            limit.point(queued.getMaxThreads(), "pool", name);
            refused.point(queued.getRejections(), "pool", name);
        } else if (pool instanceof VirtualThreadPool virtual) {
            virtual(virtual, name, snapshots);
        } else if (pool instanceof ThreadPool other) {
            int idle = other.getIdleThreads();
            threads.point(Math.max(0, other.getThreads() - idle), "pool", name, "state", "busy");
            threads.point(idle, "pool", name, "state", "idle");
        }
        if (pool instanceof ThreadPool any) {
            snapshots
                    .gauge("jetty_thread_pool_low", "1 while a pool is low on threads.")
                    .greatest(any.isLowOnThreads() ? 1 : 0, "pool", name);
        }
        Executor virtual = VirtualThreads.getVirtualThreadsExecutor(pool);
        if (virtual != null) {
            VirtualThreadScheduler.collect(snapshots);
            pool(virtual, name + " virtual", snapshots, seen);
        }
    }

    private static void virtual(VirtualThreadPool pool, String name, Snapshots snapshots) {
        // tasks that were begun, running or parked
        snapshots
                .gauge("jetty_thread_pool_threads", "The threads of pools, by state.")
                .point(pool.getThreads(), "pool", name, "state", "busy");
        snapshots
                .gauge("jetty_thread_pool_queue_size", "The tasks that wait for a thread.")
                .point(pool.getQueueSize(), "pool", name);
        snapshots
                .gauge("jetty_thread_pool_threads_max", "The most threads of pools.")
                .point(pool.getMaxThreads(), "pool", name);
        snapshots
                .counter("jetty_thread_pool_started_threads", "The virtual threads that were started.")
                .point(pool.getStartedThreads(), "pool", name);
        snapshots
                .counter("jetty_thread_pool_refused_tasks", "The tasks that pools refused.")
                .point(pool.getRefusedTasks(), "pool", name);
    }

    private static void strategy(AdaptiveExecutionStrategy strategy, Snapshots snapshots) {
        Snapshots.Family tasks =
                snapshots.counter("jetty_strategy_tasks", "The tasks of selectors, by the mode that they were run in.");
        tasks.point(strategy.getPCTasksConsumed(), "mode", "pc");
        tasks.point(strategy.getPICTasksExecuted(), "mode", "pic");
        tasks.point(strategy.getPECTasksExecuted(), "mode", "pec");
        tasks.point(strategy.getEPCTasksConsumed(), "mode", "epc");
        tasks.point(strategy.getInPlaceTasksConsumed(), "mode", "in_place");
        tasks.point(strategy.getVirtualTasksExecuted(), "mode", "virtual");
    }
}
