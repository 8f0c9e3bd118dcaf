package org.eclipse.jetty.load.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.load.Arrivals;
import org.eclipse.jetty.load.LoadPlan;
import org.eclipse.jetty.load.LoadResult;
import org.jspecify.annotations.Nullable;

/** The loaders of a plan and the probe beside them. Confined to the thread that runs the plan. */
public final class MeasuredLoad implements AutoCloseable {
    /** Requests have a timeout of their own: it is awaited, and this as a busy machine is late. */
    private static final Duration AFTER_TIMEOUT = Duration.ofSeconds(30);

    private final LoadPlan plan;
    private final Sender sender;
    private final @Nullable Sender probeSender;
    private final Load load;
    private final @Nullable Load probe;
    private final Statistics statistics = new Statistics();
    private final Statistics probed = new Statistics();
    private List<Thread> loaders = List.of();
    private List<Thread> probes = List.of();
    private long start;

    public MeasuredLoad(LoadPlan plan) {
        this.plan = plan;
        this.sender = Sender.of(plan, plan.connections());
        this.load = new Load(sender, plan.maxInFlight());
        this.probeSender = plan.probeRate() > 0 ? Sender.of(plan, 1) : null;
        this.probe = probeSender == null ? null : new Load(probeSender, plan.maxInFlight());
    }

    public void start() throws Exception {
        sender.prepare(plan.resource());
        sender.start();
        if (probeSender != null) {
            probeSender.start();
        }
    }

    /** Makes the load unmeasured, and waits for its responses. */
    public void warmUp() throws InterruptedException {
        long nanos = plan.warmUp().toNanos();
        if (nanos == 0) {
            return;
        }
        long now = System.nanoTime();
        Statistics ignored = new Statistics();
        Load warm = new Load(sender, plan.maxInFlight());
        List<Thread> threads = begin(warm, now, nanos, ignored);
        awaitTime(now + nanos);
        endSending(warm, threads);
        awaitResponses(warm, ignored);
    }

    /** Begins to measure; returns the time. */
    public long begin() {
        start = System.nanoTime();
        loaders = begin(load, start, plan.time().toNanos(), statistics);
        if (probe != null) {
            probes = probe.keep(
                    Arrivals.constant(plan.probeRate()),
                    plan.probe(),
                    1,
                    start,
                    plan.time().toNanos(),
                    probed);
        }
        return start;
    }

    private List<Thread> begin(Load made, long time, long nanos, Statistics into) {
        if (plan.schedule() == null) {
            made.serve(plan, into);
            return List.of();
        }
        return made.keep(plan.schedule(), plan.resource(), plan.threads(), time, nanos, into);
    }

    /** Whether the time is over, or the schedule has come to its end and all responses have come. */
    public boolean isOver() throws InterruptedException {
        return System.nanoTime() - start >= plan.time().toNanos()
                || plan.schedule() != null && loaders.stream().noneMatch(Thread::isAlive) && load.awaitIdle(0);
    }

    public void awaitTime(long nanoTime) throws InterruptedException {
        long left;
        while ((left = nanoTime - System.nanoTime()) > 0) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    public LoadResult.Slice takeSlice(double second) {
        return statistics.takeSlice(second);
    }

    /** Ends the load: a schedule comes to its end, even if its threads are late; users ask no more. */
    public void endSending() throws InterruptedException {
        endSending(load, loaders);
        if (probe != null) {
            endSending(probe, probes);
        }
    }

    private static void endSending(Load made, List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        made.stop();
    }

    /** Waits for the responses that are on their way. */
    public void awaitResponses() throws InterruptedException {
        awaitResponses(load, statistics);
        if (probe != null) {
            awaitResponses(probe, probed);
        }
    }

    private void awaitResponses(Load made, Statistics into) throws InterruptedException {
        if (!made.awaitIdle(plan.timeout().plus(AFTER_TIMEOUT).toNanos())) {
            into.failed("no end, although its timeout is over", made.getInFlight());
        }
    }

    public LoadResult result(Instant begun, Duration took, List<LoadResult.Slice> slices, long cpuNanos) {
        return new LoadResult(
                plan,
                begun,
                took,
                statistics.getSent(),
                statistics.getAnswered(),
                statistics.getBytes(),
                statistics.latency(),
                statistics.pages(),
                plan.schedule() == null ? Measured.NOTHING : statistics.lag(),
                probe == null ? Measured.NOTHING : probed.latency(),
                probed.getFailed(),
                statistics.getErrors(),
                slices,
                cpuNanos);
    }

    @Override
    public void close() throws Exception {
        load.stop();
        if (probe != null) {
            probe.stop();
        }
        try {
            sender.close();
        } finally {
            if (probeSender != null) {
                probeSender.close();
            }
        }
    }
}
