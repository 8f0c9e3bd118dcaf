package org.eclipse.jetty.load;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.load.internal.MeasuredLoad;

/**
 * Runs plans. Blocks until the time of a plan is over and its last responses have come, or their timeout. An interrupt ends a plan
 * early, with the result so far lost.
 */
public final class LoadGenerator {
    private final Consumer<LoadResult.Slice> progress;

    public LoadGenerator() {
        this(slice -> {});
    }

    /** @param progress hears of each second that was measured, in the thread that runs the plan */
    public LoadGenerator(Consumer<LoadResult.Slice> progress) {
        this.progress = progress;
    }

    /**
     * Makes the load of a plan, and measures.
     *
     * @throws Exception if it could not begin, such as where a WebSocket cannot be opened; that a server does not answer is a result
     */
    public LoadResult run(LoadPlan plan) throws Exception {
        try (MeasuredLoad load = new MeasuredLoad(plan)) {
            load.start();
            load.warmUp();
            Instant begun = Instant.now();
            long cpu = cpuNanos();
            long start = load.begin();
            List<LoadResult.Slice> slices = new ArrayList<>();
            long time = plan.time().toNanos();
            for (int second = 1; !load.isOver(); second++) {
                long until = Math.min(TimeUnit.SECONDS.toNanos(second), time);
                load.awaitTime(start + until);
                LoadResult.Slice slice = load.takeSlice(until / 1e9);
                slices.add(slice);
                progress.accept(slice);
            }
            load.endSending();
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            load.awaitResponses();
            slices.add(load.takeSlice((System.nanoTime() - start) / 1e9));
            return load.result(begun, took, slices, cpuNanos() - cpu);
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                ? os.getProcessCpuTime()
                : 0;
    }
}
