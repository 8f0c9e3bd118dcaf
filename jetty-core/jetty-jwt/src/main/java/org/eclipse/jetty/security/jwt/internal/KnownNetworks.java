package org.eclipse.jetty.security.jwt.internal;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The networks of which an active token came within the last ten minutes, limited in number. Thread-safe. */
final class KnownNetworks {
    private static final long KNOWN_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long UPDATE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX = 10_000;

    private final Map<String, Long> times = new ConcurrentHashMap<>();
    private final LongSupplier clock;

    /** @param clock nanoseconds */
    KnownNetworks(LongSupplier clock) {
        this.clock = clock;
    }

    boolean contains(String network) {
        Long time = times.get(network);
        return time != null && clock.getAsLong() - time <= KNOWN_NANOS;
    }

    /** Notes that an active token came of a network. */
    void add(String network) {
        long now = clock.getAsLong();
        Long before = times.get(network);
        if (before != null && now - before < UPDATE_NANOS) {
            return;
        }
        times.put(network, now);
        if (times.size() <= MAX) {
            return;
        }
        times.values().removeIf(time -> now - time > KNOWN_NANOS);
        Iterator<String> any = times.keySet().iterator();
        while (times.size() > MAX && any.hasNext()) {
            any.next();
            any.remove();
        }
    }
}
