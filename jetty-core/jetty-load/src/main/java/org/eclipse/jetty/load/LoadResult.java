package org.eclipse.jetty.load;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What was measured. Immutable.
 *
 * @param plan what was meant
 * @param begun when measuring began
 * @param took how long requests were sent
 * @param sent requests that were sent
 * @param answered responses with a status below 400, or messages
 * @param bytes content of all responses
 * @param latency of those answered, from when they should have been sent
 * @param pages of resources with children: from when the first request should have been sent until the last response; empty without
 * @param lag how late requests were sent; empty for users
 * @param probe latency of the probe's requests; empty without a probe
 * @param probeErrors requests of the probe that failed
 * @param errors how many requests ended in what way; a status of 400 and more is an error, too
 * @param slices a second each, and at last what came after the time
 * @param cpuNanos processor time of this process while it measured; 0 if unknown
 */
public record LoadResult(
        LoadPlan plan,
        Instant begun,
        Duration took,
        long sent,
        long answered,
        long bytes,
        Distribution latency,
        Distribution pages,
        Distribution lag,
        Distribution probe,
        long probeErrors,
        Map<String, Long> errors,
        List<Slice> slices,
        long cpuNanos) {
    /**
     * A second of the load.
     *
     * @param second since the begin
     * @param sent requests that were sent
     * @param answered as that of the whole
     * @param failed requests that ended in an error
     * @param latency as that of the whole
     */
    public record Slice(double second, long sent, long answered, long failed, Distribution latency) {}

    public LoadResult {
        errors = Map.copyOf(errors);
        slices = List.copyOf(slices);
    }

    /** Returns all requests that ended in an error. */
    public long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the share of requests that failed, from 0 to 1. */
    public double failedShare() {
        long all = answered + failed();
        return all == 0 ? 0 : (double) failed() / all;
    }

    /** Returns responses per second. */
    public double rate() {
        return answered / (took.toNanos() / 1e9);
    }

    /** Returns how many requests waited for their responses when the time was over. */
    public long unansweredAtTheEnd() {
        long waiting = 0;
        // the last slice is what came afterwards
        for (Slice slice : slices.subList(0, Math.max(0, slices.size() - 1))) {
            waiting += slice.sent() - slice.answered() - slice.failed();
        }
        return waiting;
    }

    /** Whether requests were sent so late that the figures are those of the generator: one in a hundred over 5 ms. */
    public boolean isGeneratorLate() {
        return lag.percentile(99) > 5_000_000;
    }
}
