package org.eclipse.jetty.console;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.operations.Diagnostics;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;

/** Load, latency and refusals of the last ten minutes, one sample each two seconds. Guarded by lock. */
final class Samples extends AbstractLifeCycle implements Runnable {
    private static final int INTERVAL_MILLIS = 2_000;
    private static final int MAX_SAMPLES = 300;

    private final Server server;
    private final Diagnostics diagnostics;
    private final Traffic traffic;
    private final AutoLock lock = new AutoLock();
    private final Deque<Map<String, Object>> samples = new ArrayDeque<>();
    private Scheduler.Task next;
    private Totals before;

    /** Counters that only grow, at a time. */
    private record Totals(long nanos, long requests, long errors, long refused, long[] latencies) {}

    Samples(Server server, Traffic traffic) {
        this.server = server;
        this.traffic = traffic;
        diagnostics = Diagnostics.of(server);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        try (AutoLock l = lock.lock()) {
            before = totals();
            schedule();
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        try (AutoLock l = lock.lock()) {
            next.cancel();
            samples.clear();
        }
    }

    private void schedule() {
        next = server.getScheduler().schedule(this, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    private Totals totals() {
        return new Totals(
                System.nanoTime(),
                traffic.requests(),
                traffic.errors(),
                diagnostics.getRefusals(),
                traffic.latencies().snapshot());
    }

    @Override
    public void run() {
        if (!isRunning()) {
            return;
        }
        try (AutoLock l = lock.lock()) {
            Totals now = totals();
            samples.addLast(sample(before, now));
            if (samples.size() > MAX_SAMPLES) {
                samples.removeFirst();
            }
            before = now;
            schedule();
        }
    }

    private Map<String, Object> sample(Totals from, Totals to) {
        double seconds = Math.max(0.001, (to.nanos - from.nanos) / 1e9);
        Map<String, Object> sample = new LinkedHashMap<>();
        sample.put("time", Instant.now().toString());
        sample.put("requests", perSecond(to.requests - from.requests, seconds));
        sample.put("errors", perSecond(to.errors - from.errors, seconds));
        sample.put("refused", perSecond(to.refused - from.refused, seconds));
        sample.put("p50", LatencyHistogram.quantile(from.latencies, to.latencies, 0.5));
        sample.put("p95", LatencyHistogram.quantile(from.latencies, to.latencies, 0.95));
        sample.put("longest", LatencyHistogram.quantile(from.latencies, to.latencies, 1));
        sample.put("active", traffic.active());
        int connections = 0;
        for (Connector connector : server.getConnectors()) {
            connections += connector.getConnectedEndPoints().size();
        }
        sample.put("connections", connections);
        if (server.getThreadPool() instanceof QueuedThreadPool pool) {
            sample.put("busyThreads", pool.getUtilizedThreads());
            sample.put("queue", pool.getQueueSize());
        }
        sample.put(
                "heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        return sample;
    }

    private static double perSecond(long count, double seconds) {
        return Math.round(Math.max(0, count) / seconds * 10) / 10.0;
    }

    /** The samples, the oldest first. */
    List<Map<String, Object>> list() {
        try (AutoLock l = lock.lock()) {
            return new ArrayList<>(samples);
        }
    }
}
