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
    /** Late hand-overs in that time which call for looks that are closer, however many tasks there were between them. */
    private static final int ALERT_TAKE_OVERS = 4;
    /** So many consumptions or more from one such hand-over to the next: threads that lost their processor, as far as one can tell. */
    private static final long SELDOM_EPOCHS = 4096;
    /** The most suspicions that are left out after vain ones. */
    private static final int MOST_LEFT_OUT = 15;

    private long seenEpoch = -1;
    private long seenAt;
    private boolean excused;
    private boolean suspect;
    /** How many suspicions the last vain one lets be left out: 1, 3, 7, 15; 0 while they are trusted. */
    private int vain;
    /** How many are still to be left out. */
    private int leftOut;
    /** The number of the consumption at the last look that knew of one more hand-over of use. */
    private long usefulEpoch;
    /** How many late hand-overs had been of use at the last look. */
    private int useful;

    private boolean alert;
    private long alertAt;
    /** The times of the last of them, a ring. */
    private final long[] takeOvers = new long[HASTY_TAKE_OVERS];

    /** Where the next one goes. */
    private int next;

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
        if (wasSuspect && !known) {
            // the one of the last look has ended: tasks are short, and closer looks in vain
            vain = Math.min(2 * vain + 1, MOST_LEFT_OUT);
            leftOut = vain;
        }
        if (consumer == null) {
            return false;
        }
        // a thread that waits says so by its state: no need to look twice
        if (isWaiting(consumer) || known && (excused || !overslept)) {
            trustSuspicion();
            return true;
        }
        excused |= known;
        if (known || leftOut == 0) {
            suspect = true;
        } else {
            leftOut--;
        }
        return false;
    }

    private void trustSuspicion() {
        vain = 0;
        leftOut = 0;
    }

    /** Whether a thread sleeps, or waits for another one; one that waits for input or output says that it runs. */
    private static boolean isWaiting(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> true;
            default -> false;
        };
    }

    /**
     * Notes how many late hand-overs have been of use until now, as others had waited for them.
     *
     * @param epoch the number of the last consumption
     */
    void setUseful(int total, long epoch, long now) {
        if (useful == total) {
            return;
        }
        boolean often = epoch - usefulEpoch < SELDOM_EPOCHS;
        usefulEpoch = epoch;
        for (; useful != total; useful++) {
            takeOvers[next] = now;
            next = (next + 1) % HASTY_TAKE_OVERS;
            count = Math.min(count + 1, HASTY_TAKE_OVERS);
        }
        if (often || count >= ALERT_TAKE_OVERS && now - nthLast(ALERT_TAKE_OVERS) <= HASTY_NANOS) {
            alert = true;
            alertAt = now;
        }
    }

    /** The time of one of the last late hand-overs of use; 1 is the last one. */
    private long nthLast(int n) {
        return takeOvers[Math.floorMod(next - n, HASTY_TAKE_OVERS)];
    }

    /** Whether nothing new has been seen for so long that there is nothing to be looked at; then all is forgotten but haste. */
    boolean isOver(long now) {
        if (now - seenAt < WATCHED_NANOS) {
            return false;
        }
        seenEpoch = -1;
        trustSuspicion();
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
        if (count == HASTY_TAKE_OVERS && now - nthLast(HASTY_TAKE_OVERS) > HASTY_NANOS) {
            count = 0;
        }
        return count == HASTY_TAKE_OVERS;
    }
}
