package org.eclipse.jetty.util.thread.strategy;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the {@link ProductionWatcher} has seen of the consumptions of one strategy: decides from one look to the next whether
 * a consumption lasts. Confined to the watcher.
 */
final class ConsumptionLooks {
    /** Time without a new consumption after which a strategy is not watched. */
    private static final long WATCHED_NANOS = TimeUnit.MILLISECONDS.toNanos(8);
    /** The time to the next look where nothing has waited for a consumption of late. */
    private static final long CALM_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    /** The time to the next look where something has. */
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** That time where consumptions kept others waiting often. */
    private static final long HASTY_TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    /** That time after a consumption was seen there: production is away for this one and a part of the other. */
    private static final long SUSPECT_TICK_NANOS = TimeUnit.MICROSECONDS.toNanos(150);

    /** Time without a late hand-over that was of use after which all is calm. */
    private static final long ALERT_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Time in which so many late hand-overs let the next ones come sooner. */
    private static final long HASTY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /**
     * Late hand-overs that tell a load of tasks that last from a thread that lost its processor: it seems to last, too, a few
     * times in a second of full load, and closer looks would cost that load more than they save.
     */
    private static final int HASTY_TAKE_OVERS = 8;

    private long seenEpoch = -1;
    private long seenAt;
    private boolean excused;
    private boolean suspect;
    /** How many late hand-overs had been of use at the last look. */
    private int useful;

    private boolean alert;
    private long alertAt;
    /** The times of the last of them, a ring. */
    private final long[] takeOvers = new long[HASTY_TAKE_OVERS];

    /** Where the oldest of them is. */
    private int oldest;

    /** How many of them count. */
    private int count;

    /**
     * A look.
     *
     * @param epoch the number of the consumption
     * @param consumer who consumes; null when nobody does
     * @param now the time
     * @param overslept whether the watcher itself was kept from its processor: a consumption that was seen before may have
     * been, too, and gets one more look
     * @return whether production is to be taken from the consumer
     */
    boolean lasts(long epoch, @Nullable Thread consumer, long now, boolean overslept) {
        boolean known = epoch == seenEpoch;
        if (!known) {
            seenEpoch = epoch;
            seenAt = now;
            excused = false;
        }
        boolean wasSuspect = suspect;
        suspect = false;
        if (consumer == null) {
            return false;
        }
        // a thread that waits says so by its state: no need to look twice
        if (isWaiting(consumer)) {
            return true;
        }
        if (known && (excused || !overslept)) {
            return true;
        }
        excused |= known;
        // where the one of the last look has ended, tasks are short: this one will probably end soon, too
        suspect = known || !wasSuspect;
        return false;
    }

    /** Whether a thread sleeps, or waits for another one; one that waits for input or output says that it runs. */
    private static boolean isWaiting(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> true;
            default -> false;
        };
    }

    /** Notes how many late hand-overs have been of use until now, as others had waited for them. */
    void setUseful(int total, long now) {
        for (; useful != total; useful++) {
            alert = true;
            alertAt = now;
            takeOvers[oldest] = now;
            oldest = (oldest + 1) % HASTY_TAKE_OVERS;
            count = Math.min(count + 1, HASTY_TAKE_OVERS);
        }
    }

    /** Whether nothing new has been seen for so long that there is nothing to be looked at; then all is forgotten but haste. */
    boolean isOver(long now) {
        if (now - seenAt < WATCHED_NANOS) {
            return false;
        }
        seenEpoch = -1;
        return true;
    }

    /** Returns in how many ns to look again. */
    long tick(long now) {
        if (isHasty(now)) {
            return suspect ? SUSPECT_TICK_NANOS : HASTY_TICK_NANOS;
        }
        alert = alert && now - alertAt < ALERT_NANOS;
        return alert || suspect ? TICK_NANOS : CALM_TICK_NANOS;
    }

    /** Whether consumptions kept others waiting often of late. */
    private boolean isHasty(long now) {
        if (count == HASTY_TAKE_OVERS && now - takeOvers[oldest] > HASTY_NANOS) {
            count = 0;
        }
        return count == HASTY_TAKE_OVERS;
    }
}
