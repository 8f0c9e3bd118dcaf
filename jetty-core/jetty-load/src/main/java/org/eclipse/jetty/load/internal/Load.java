package org.eclipse.jetty.load.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.load.Arrivals;
import org.eclipse.jetty.load.LoadPlan;
import org.eclipse.jetty.load.Resource;

/**
 * Makes load for some time: by loader threads that keep to a schedule, or by users. Requests that wait for their responses are counted,
 * and bounded. Thread-safe.
 */
final class Load {
    /** A thread that parks wakes up about so late; where there is time, the rest is spun. */
    private static final long WAKE_UP_NANOS = 60_000;
    /** From this time between two requests on it costs little to spin. */
    private static final long SPARSE_NANOS = 1_000_000;

    private static final long AFTER_FAILURE_NANOS = 100_000_000;
    /** So long after its time, a loader that came late still sends what was due; the rest is counted as not sent. */
    private static final long GRACE_NANOS = 5_000_000_000L;

    private final Sender sender;
    private final int maxInFlight;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger visits = new AtomicInteger();
    private volatile boolean stopped;

    Load(Sender sender, int maxInFlight) {
        this.sender = sender;
        this.maxInFlight = maxInFlight;
    }

    Sender sender() {
        return sender;
    }

    /** Returns how many requests wait for their responses. */
    int getInFlight() {
        return inFlight.get();
    }

    /** Before a request is sent; returns false if too many are on their way. */
    boolean enter() {
        if (inFlight.incrementAndGet() <= maxInFlight) {
            return true;
        }
        inFlight.decrementAndGet();
        return false;
    }

    void leave() {
        inFlight.decrementAndGet();
    }

    void visitBegins() {
        visits.incrementAndGet();
    }

    /** All of a visit has been counted. */
    void visitEnds() {
        visits.decrementAndGet();
    }

    /** No more requests begin, neither of users nor of a schedule. */
    void stop() {
        stopped = true;
    }

    /** Waits until the responses of all requests have come and are counted; returns whether they are. */
    boolean awaitIdle(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (visits.get() > 0) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.sleep(1);
        }
        return true;
    }

    // ---- a schedule

    /**
     * Starts the threads that keep to a schedule from a time on. They end by themselves when each arrival was sent or counted as not
     * sent, or when this is stopped.
     */
    List<Thread> keep(
            Arrivals.Schedule schedule, Resource resource, int threads, long start, long nanos, Statistics statistics) {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int index = i;
            Thread thread = new Thread(
                    () -> keep(schedule.begin(), resource, threads, index, start, nanos, statistics), "loader-" + i);
            thread.setDaemon(true);
            thread.start();
            all.add(thread);
        }
        return all;
    }

    /** Sends each n-th request of a schedule. */
    private void keep(
            Arrivals arrivals,
            Resource resource,
            int threads,
            int index,
            long start,
            long nanos,
            Statistics statistics) {
        Visit.Target usual = Visit.Target.of(sender, resource);
        long before = 0;
        for (long number = 0; !stopped; number++) {
            long time = arrivals.next();
            if (time >= nanos) {
                return;
            }
            if (number % threads != index) {
                continue;
            }
            Resource asked = arrivals.resource();
            Visit.Target target = asked == null ? usual : Visit.Target.of(sender, asked);
            awaitTime(start + time, time - before >= SPARSE_NANOS);
            before = time;
            if (System.nanoTime() - start > nanos + GRACE_NANOS) {
                statistics.failed("not sent: the load generator cannot keep to the rate");
            } else {
                new Visit(this, statistics, target, start + time, null).send(target, start + time);
            }
        }
    }

    private static void awaitTime(long time, boolean spin) {
        while (true) {
            long left = time - System.nanoTime();
            if (left <= 0) {
                return;
            }
            if (!spin) {
                LockSupport.parkNanos(left);
            } else if (left > WAKE_UP_NANOS) {
                LockSupport.parkNanos(left - WAKE_UP_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    // ---- users

    /** Has users ask again and again until this is stopped. */
    void serve(LoadPlan plan, Statistics statistics) {
        Visit.Target target = Visit.Target.of(sender, plan.resource());
        for (int i = 0; i < plan.users(); i++) {
            new User(plan, statistics, target).ask();
        }
    }

    /** Asks again when it was answered; after a failure in another thread and later, as that may have come at once. */
    private final class User {
        private final Statistics statistics;
        private final Visit.Target target;
        private final long thinkNanos;

        private User(LoadPlan plan, Statistics statistics, Visit.Target target) {
            this.statistics = statistics;
            this.target = target;
            this.thinkNanos = plan.thinkTime().toNanos();
        }

        private void ask() {
            if (stopped) {
                return;
            }
            long now = System.nanoTime();
            new Visit(Load.this, statistics, target, now, this::askAgain).send(target, now);
        }

        private void askAgain(boolean broken) {
            long pause = broken ? Math.max(thinkNanos, AFTER_FAILURE_NANOS) : thinkNanos;
            if (pause > 0) {
                sender.later(this::ask, pause);
            } else {
                ask();
            }
        }
    }
}
