package org.eclipse.jetty.proxy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.AutoLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ejects back ends whose requests fail: after a number of failures without a success, for a time that doubles each time that the back end
 * fails on its return. A back end that is back is ejected by its first failure, unless a success comes before. A retry that no other back
 * end is left for is sent to one that is ejected; if it succeeds, the ejection ends.
 *
 * <p>Settings are made before the start. Guarded by lock.
 */
@ManagedObject("Ejects back ends whose requests fail")
public final class EjectionPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(EjectionPolicy.class);

    private final AutoLock lock = new AutoLock();
    private int maxFailures = 5;
    private boolean serverErrors;
    private long baseTime = 5_000;
    private long maxTime = 300_000;
    private int maxEjectedPercent = 50;

    /** Returns the failures without a success that eject a back end; 5 by default, 0 for never. */
    @ManagedAttribute("The failures without a success that eject a back end; 0 for never")
    public int getMaxFailures() {
        return maxFailures;
    }

    public void setMaxFailures(int number) {
        maxFailures = Settings.atLeast("maxFailures", number, 0);
    }

    /** Returns whether a response with a status from 500 to 599 is a failure; false by default: only requests without a whole response are. */
    @ManagedAttribute("Whether a response with a status from 500 to 599 is a failure")
    public boolean isServerErrors() {
        return serverErrors;
    }

    public void setServerErrors(boolean failures) {
        serverErrors = failures;
    }

    /** Returns the milliseconds of the first ejection; 5,000 by default. */
    @ManagedAttribute("The milliseconds of the first ejection")
    public long getBaseTime() {
        return baseTime;
    }

    public void setBaseTime(long milliseconds) {
        baseTime = Settings.atLeast("baseTime", milliseconds, 1);
    }

    /** Returns the milliseconds of an ejection at most; 300,000 by default. */
    @ManagedAttribute("The milliseconds of an ejection at most")
    public long getMaxTime() {
        return maxTime;
    }

    public void setMaxTime(long milliseconds) {
        maxTime = Settings.atLeast("maxTime", milliseconds, 1);
    }

    /** Returns the percentage of back ends that are ejected at most; 50 by default. */
    @ManagedAttribute("The percentage of back ends that are ejected at most")
    public int getMaxEjectedPercent() {
        return maxEjectedPercent;
    }

    public void setMaxEjectedPercent(int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("maxEjectedPercent: " + percent + " (expected: 0-100)");
        }
        maxEjectedPercent = percent;
    }

    /**
     * A request has succeeded.
     *
     * @param lastResort whether it was sent although the back end was ejected: that ends then
     */
    void succeeded(Backend backend, boolean lastResort, LongSupplier clock) {
        backend.getEjection().succeeded();
        if (lastResort) {
            readmit(backend, clock.getAsLong());
        }
    }

    private void readmit(Backend backend, long now) {
        try (AutoLock l = lock.lock()) {
            if (backend.getEjection().isEjected(now)) {
                backend.getEjection().end(now);
                backend.startSlowly(now);
                LOG.info("Back end {} ({}) is in use again, as it has answered", backend.getName(), backend.getURI());
            }
        }
    }

    /** A request has failed. */
    void failed(Backend backend, List<Backend> all, LongSupplier clock) {
        backend.countFailure();
        long now = clock.getAsLong();
        int failures = backend.getEjection().failed(now);
        if (maxFailures > 0 && failures >= maxFailures) {
            eject(backend, all, now);
        }
    }

    private void eject(Backend backend, List<Backend> all, long now) {
        try (AutoLock l = lock.lock()) {
            Ejection ejection = backend.getEjection();
            if (ejection.isEjected(now)) {
                return;
            }
            long ejected = all.stream()
                    .filter(each -> each.getEjection().isEjected(now))
                    .count();
            if ((ejected + 1) * 100 > (long) maxEjectedPercent * all.size()) {
                return;
            }
            long base = TimeUnit.MILLISECONDS.toNanos(baseTime);
            long max = TimeUnit.MILLISECONDS.toNanos(Math.max(baseTime, maxTime));
            long duration = ejection.eject(now, base, max, maxFailures - 1);
            backend.startSlowly(ejection.getEnd());
            LOG.warn(
                    "Back end {} ({}) is ejected for {} ms after {} failures",
                    backend.getName(),
                    backend.getURI(),
                    TimeUnit.NANOSECONDS.toMillis(duration),
                    backend.getTotalFailures());
        }
    }
}
