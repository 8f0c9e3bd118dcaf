package org.eclipse.jetty.io;

import java.time.Duration;

/**
 * Allows a number of events within a time, counted by two halves of it, so that memory does not grow with the number.
 *
 * <p>Confined to its connection.
 */
public class WindowRateControl implements RateControl {
    private final int maxEvents;
    private final long halfNanos;
    private long halfBegin = System.nanoTime();
    private int current;
    private int previous;

    /**
     * @param maxEvents the most events within the window; with 0 none is allowed
     * @param window at least 2 ns
     */
    public WindowRateControl(int maxEvents, Duration window) {
        this.maxEvents = maxEvents;
        halfNanos = Math.max(1, window.toNanos() / 2);
    }

    public int getEventsPerSecond() {
        return (int) Math.min(Integer.MAX_VALUE, maxEvents * 500_000_000L / halfNanos);
    }

    @Override
    public boolean onEvent(Object event) {
        long now = System.nanoTime();
        long halves = (now - halfBegin) / halfNanos;
        if (halves > 0) {
            previous = halves == 1 ? current : 0;
            current = 0;
            halfBegin += halves * halfNanos;
        }
        return ++current + previous <= maxEvents;
    }

    /** Creates rate controls of so many events a second. */
    public static class Factory implements RateControl.Factory {
        private final int maxEventsPerSecond;

        /** @param maxEventsPerSecond a negative number for no control */
        public Factory(int maxEventsPerSecond) {
            this.maxEventsPerSecond = maxEventsPerSecond;
        }

        @Override
        public RateControl newRateControl(EndPoint endPoint) {
            return maxEventsPerSecond < 0
                    ? NO_RATE_CONTROL
                    : new WindowRateControl(maxEventsPerSecond, Duration.ofSeconds(1));
        }
    }
}
