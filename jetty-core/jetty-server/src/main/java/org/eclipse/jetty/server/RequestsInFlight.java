package org.eclipse.jetty.server;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that can tell whether the requests that it served at one moment have ended. Nothing is counted for it while
 * requests are served.
 *
 * <p>A request that begins after {@link #requestsInFlight()} has returned sees everything that was written before the call.
 * Thread-safe.
 */
public interface RequestsInFlight {
    /**
     * Takes note of the requests that are being served now.
     *
     * @return tells whether all of them have ended; null when there are none
     */
    @Nullable
    BooleanSupplier requestsInFlight();
}
