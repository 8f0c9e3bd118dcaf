package org.eclipse.jetty.server.internal.admission;

import java.util.concurrent.TimeUnit;

/**
 * A limit of concurrency that follows measured latency, between a floor and a ceiling.
 *
 * <p>Latency is measured in windows. What a window shows is judged by the gradient, which is the latency without queueing
 * (the base) divided by the latency now: of the {@code N} requests that were handled concurrently, {@code N * gradient} were
 * served (Little's law), the others waited for each other somewhere behind. The new limit is what was served, and a
 * tolerance, and a head room of its square root, by which it grows as long as latency does not. So the limit of a back end
 * with 8 connections ends a little above 8, whatever the load is.
 *
 * <pre>
 * MEASURE  a window ends: the limit moves      --every 10 s in use--&gt;  DRAIN
 * DRAIN    half of the limit applies           --that few are left--&gt;  PROBE
 * PROBE    requests that began since then show --a window of them--&gt;   MEASURE, with a new base
 * </pre>
 *
 * <p>The base is the least latency of a window; probing lets it rise again when the back end has become slower for good.
 * Guarded by this; reading the limit takes no lock.
 */
public final class AdaptiveLimit {
    private static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int WINDOW_SAMPLES = 20;
    private static final long PROBE_INTERVAL = TimeUnit.SECONDS.toNanos(10);
    private static final double TOLERANCE = 1.2;
    private static final double SMOOTHING = 0.5;

    private enum State {
        MEASURE,
        DRAIN,
        PROBE
    }

    private final int floor;
    private final int ceiling;
    private State state = State.MEASURE;
    private double estimate;
    private volatile int limit;
    private double base;
    private long windowBegin;
    private long samples;
    private long total;
    private int peak;
    private long lastProbe;
    private long probeBegin;

    /**
     * Begins with the floor, so that the first latency measured is one without queueing.
     *
     * @param now a {@link System#nanoTime()}
     */
    public AdaptiveLimit(int floor, int ceiling, long now) {
        if (floor < 1 || ceiling < floor) {
            throw new IllegalArgumentException(
                    "floor " + floor + ", ceiling " + ceiling + " (expected: 0 < floor <= ceiling)");
        }
        this.floor = floor;
        this.ceiling = ceiling;
        estimate = floor;
        limit = floor;
        windowBegin = now;
        lastProbe = now;
    }

    /** The requests that may be handled at once now. */
    public int getLimit() {
        return limit;
    }

    /** The latency without queueing, in nanoseconds; 0 if nothing was measured yet. */
    public synchronized long getBaseNanos() {
        return (long) base;
    }

    /**
     * A request has ended.
     *
     * @param begin when it began
     * @param end when it ended
     * @param inFlight the requests that were handled, with this one
     */
    public synchronized void onSample(long begin, long end, int inFlight) {
        if (state == State.DRAIN) {
            if (inFlight <= limit) {
                state = State.PROBE;
                probeBegin = end;
                openWindow(end);
            }
            return;
        }
        // one that began before shows the queue that the probe wants to be without
        if (state == State.PROBE && begin - probeBegin < 0) {
            return;
        }
        samples++;
        total += end - begin;
        peak = Math.max(peak, inFlight);
        if (samples < WINDOW_SAMPLES || end - windowBegin < WINDOW) {
            return;
        }
        double latency = Math.max(1, (double) total / samples);
        if (state == State.PROBE) {
            base = latency;
            state = State.MEASURE;
            lastProbe = end;
            limit = (int) estimate;
        } else {
            adapt(latency, end);
        }
        openWindow(end);
    }

    private void openWindow(long now) {
        windowBegin = now;
        samples = 0;
        total = 0;
        peak = 0;
    }

    private void adapt(double latency, long now) {
        // by half only: the least of many windows is less than what is usual
        base = base == 0 ? latency : latency < base ? (base + latency) / 2 : base;
        // a limit that nobody met has shown nothing
        if (peak < limit) {
            return;
        }
        double served = estimate * Math.min(1, TOLERANCE * base / latency);
        double next = served + Math.sqrt(estimate);
        estimate = Math.max(floor, Math.min(ceiling, estimate + SMOOTHING * (next - estimate)));
        limit = (int) estimate;
        if (now - lastProbe >= PROBE_INTERVAL) {
            state = State.DRAIN;
            limit = Math.max(floor, limit / 2);
        }
    }

    @Override
    public synchronized String toString() {
        return "AdaptiveLimit{" + floor + "<=" + limit + "<=" + ceiling + "," + state + ",base=" + (long) base / 1000
                + "us}";
    }
}
