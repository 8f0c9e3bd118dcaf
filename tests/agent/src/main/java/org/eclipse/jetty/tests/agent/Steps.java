package org.eclipse.jetty.tests.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops a thread at a step of its way through packages of the server: the begin or the end of a method there.
 *
 * <p>A test that does the same again and again, each time with the thread stopped one step later, has met each order in which others
 * can overtake that thread between two methods; which methods these are need not be known. Used by one test; its walk by the
 * thread that is stopped. Thread-safe.
 *
 * <pre>
 * try (Steps steps = Steps.in("org.eclipse.jetty.server.internal")) {
 *     for (int step = 1; ; step++) {
 *         Steps.Walk walk = steps.stopAt(step);
 *         worker.execute(() -&gt; { walk.begin(); callback.succeeded(); walk.end(); });
 *         boolean more = walk.awaitStopped();
 *         ... what other threads do meanwhile
 *         walk.release();
 *         if (!more) { break; }
 *     }
 * }
 * </pre>
 */
public final class Steps implements Points.Visitor, AutoCloseable {
    private static final long DEADLINE_SECONDS = 60;

    private final List<Point> points;
    private volatile Walk walk;

    private Steps(List<Point> points) {
        this.points = points;
    }

    /** @param packages whose methods are steps; those of packages below are not */
    public static Steps in(String... packages) {
        List<Point> points = new ArrayList<>();
        for (String name : packages) {
            points.add(Point.parse(name + ".*#*@enter"));
            points.add(Point.parse(name + ".*#*@exit"));
        }
        Steps steps = new Steps(points);
        Agent.visit(steps, points);
        return steps;
    }

    /** A walk that stops at a step, counted from 1. */
    public Walk stopAt(int step) {
        Walk next = new Walk(step);
        walk = next;
        return next;
    }

    @Override
    public void visit(String type, String method, boolean exit, Object object) {
        Walk current = walk;
        if (current != null) {
            current.step(type, method, exit);
        }
    }

    @Override
    public void close() {
        Walk last = walk;
        walk = null;
        if (last != null) {
            last.release();
        }
        Agent.leave(this, points);
    }

    /** The way of one thread. */
    public static final class Walk {
        private final int stop;
        private final CountDownLatch stoppedOrEnded = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile Thread walker;
        private volatile String place;
        private int taken;

        private Walk(int stop) {
            this.stop = stop;
        }

        /** The calling thread counts its steps from now on. */
        public void begin() {
            walker = Thread.currentThread();
        }

        /** The calling thread, if it is the one that counts, takes no more steps. */
        public void end() {
            if (walker == Thread.currentThread()) {
                walker = null;
                stoppedOrEnded.countDown();
            }
        }

        private void step(String type, String method, boolean exit) {
            if (walker != Thread.currentThread() || ++taken != stop) {
                return;
            }
            walker = null;
            place = type + "#" + method + (exit ? "@exit" : "@enter");
            stoppedOrEnded.countDown();
            Hold.stay(released);
        }

        /** Waits until the thread is stopped, or has come to its end; returns whether it is stopped. */
        public boolean awaitStopped() throws InterruptedException {
            if (!stoppedOrEnded.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the thread neither came to step " + stop + " nor to its end");
            }
            return place != null;
        }

        /** Lets the thread go on. */
        public void release() {
            released.countDown();
        }

        /** Where the thread was stopped. */
        @Override
        public String toString() {
            return "step " + stop + ", " + (place == null ? "which was not taken" : place);
        }
    }
}
