package org.eclipse.jetty.load.internal;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.eclipse.jetty.load.Distribution;
import org.eclipse.jetty.load.LoadResult;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times of one phase of a plan. Recorded by any thread; slices and sums are taken by one.
 */
final class Statistics {
    private static final long LONGEST = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;
    private static final int MOST_ERRORS = 50;

    private final Recorder latency = new Recorder(1, LONGEST, DIGITS);
    private final Recorder pages = new Recorder(1, LONGEST, DIGITS);
    private final Recorder lag = new Recorder(1, LONGEST, DIGITS);
    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();

    // of the thread that takes slices
    private final Histogram allLatency = new Histogram(1, LONGEST, DIGITS);
    private @Nullable Histogram interval;
    private long sliceSent;
    private long sliceAnswered;
    private long sliceFailed;

    void sent(long lagNanos) {
        sent.increment();
        lag.recordValue(clamp(lagNanos));
    }

    void answered(long nanos, long length) {
        answered.increment();
        bytes.add(length);
        latency.recordValue(clamp(nanos));
    }

    void page(long nanos) {
        pages.recordValue(clamp(nanos));
    }

    void failed(String cause) {
        failed(cause, 1);
    }

    void failed(String cause, long requests) {
        failed.add(requests);
        String key = errors.size() < MOST_ERRORS || errors.containsKey(cause) ? cause : "others";
        errors.computeIfAbsent(key, ignored -> new LongAdder()).add(requests);
    }

    void failed(Throwable cause) {
        failed(describe(cause));
    }

    private static String describe(Throwable cause) {
        if (cause instanceof TimeoutException) {
            return "timeout";
        }
        String message = cause.getMessage();
        String name = cause.getClass().getSimpleName();
        if (message == null || message.isEmpty()) {
            return name;
        }
        // ports and identities would make each of them another one
        String general = message.replaceAll("[@:][0-9a-f]{4,}", "").replaceAll("\\s+", " ");
        return name + ": " + (general.length() > 80 ? general.substring(0, 80) + "..." : general);
    }

    private static long clamp(long nanos) {
        return Math.max(1, Math.min(nanos, LONGEST));
    }

    /** Returns what happened since the slice before. */
    LoadResult.Slice takeSlice(double second) {
        interval = latency.getIntervalHistogram(interval);
        allLatency.add(interval);
        long nowSent = sent.sum();
        long nowAnswered = answered.sum();
        long nowFailed = failed.sum();
        LoadResult.Slice slice = new LoadResult.Slice(
                second,
                nowSent - sliceSent,
                nowAnswered - sliceAnswered,
                nowFailed - sliceFailed,
                new Measured(interval));
        sliceSent = nowSent;
        sliceAnswered = nowAnswered;
        sliceFailed = nowFailed;
        return slice;
    }

    Distribution latency() {
        interval = latency.getIntervalHistogram(interval);
        allLatency.add(interval);
        return new Measured(allLatency);
    }

    Distribution pages() {
        return new Measured(pages.getIntervalHistogram());
    }

    Distribution lag() {
        return new Measured(lag.getIntervalHistogram());
    }

    long getSent() {
        return sent.sum();
    }

    long getAnswered() {
        return answered.sum();
    }

    long getFailed() {
        return failed.sum();
    }

    long getBytes() {
        return bytes.sum();
    }

    Map<String, Long> getErrors() {
        Map<String, Long> all = new TreeMap<>();
        errors.forEach((cause, count) -> all.put(cause, count.sum()));
        return all;
    }
}
