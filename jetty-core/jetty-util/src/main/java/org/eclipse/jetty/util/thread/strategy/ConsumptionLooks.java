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
    /** The times of the last late hand-overs, a ring. */
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
        suspect = true;
        return false;
    }

    /** Whether a thread sleeps, or waits for another one; one that waits for input or output says that it runs. */
    private static boolean isWaiting(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> true;
            default -> false;
        };
    }

    /** Notes that production was taken over. */
    void tookOver(long now) {
        suspect = false;
        takeOvers[oldest] = now;
        oldest = (oldest + 1) % HASTY_TAKE_OVERS;
        count = Math.min(count + 1, HASTY_TAKE_OVERS);
    }

    /** Whether nothing new has been seen for so long that there is nothing to be looked at; then all is forgotten but haste. */
    boolean isOver(long now) {
        if (now - seenAt < WATCHED_NANOS) {
            return false;
        }
        seenEpoch = -1;
        return true;
    }

    /** Whether tasks kept production often of late, so that looks shall be closer. */
    boolean isHasty(long now) {
        if (count == HASTY_TAKE_OVERS && now - takeOvers[oldest] > HASTY_NANOS) {
            count = 0;
        }
        return count == HASTY_TAKE_OVERS;
    }

    /** Whether the last look saw a consumption of which the next one will tell whether it lasts. */
    boolean isSuspect() {
        return suspect;
    }
}
