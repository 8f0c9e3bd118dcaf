package org.eclipse.jetty.http2;

import java.time.Duration;
import org.eclipse.jetty.io.EndPoint;

/** Allows a number of events within a time. Confined to its connection. */
public class WindowRateControl extends org.eclipse.jetty.io.WindowRateControl implements RateControl {
    /** Allows so many events a second. */
    public static WindowRateControl fromEventsPerSecond(int maxEvents) {
        return new WindowRateControl(maxEvents, Duration.ofSeconds(1));
    }

    /**
     * @param maxEvents the most events within the window; with 0 none is allowed
     * @param window at least 2 ns
     */
    public WindowRateControl(int maxEvents, Duration window) {
        super(maxEvents, window);
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
            return maxEventsPerSecond < 0 ? RateControl.NO_RATE_CONTROL : fromEventsPerSecond(maxEventsPerSecond);
        }
    }
}
