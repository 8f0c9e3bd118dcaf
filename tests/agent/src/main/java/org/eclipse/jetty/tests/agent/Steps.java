package org.eclipse.jetty.tests.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

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
    /** A place is a step the first times that the thread comes there; loops would take most of the time. */
    private static final int REPEATED = 2;

    private final List<Point> points;
    private final List<Point> begins = new CopyOnWriteArrayList<>();
    private volatile Walk walk;

    private Steps(List<Point> points) {
        this.points = points;
    }

    /** Has each walk, once it is armed, begun by the first thread that comes to one of these points ({@link Point}). */
    public Steps beginningAt(String... places) {
        List<Point> added = Arrays.stream(places).map(Point::parse).toList();
        begins.addAll(added);
        Agent.visit(this, added);
        return this;
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
        if (current == null) {
            return;
        }
        if (!begins.isEmpty() && begins.stream().anyMatch(point -> point.isReached(type, method, exit))) {
            current.beginIfFirst();
        } else if (points.stream().anyMatch(point -> point.isReached(type, method, exit))) {
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
        List<Point> all = new ArrayList<>(points);
        all.addAll(begins);
        Agent.leave(this, all);
    }

    /** The way of one thread. */
    public static final class Walk {
        private final int stop;
        private final CountDownLatch stoppedOrEnded = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final AtomicBoolean begun = new AtomicBoolean();
        private volatile boolean armed;
        private volatile Thread thread;
        private volatile Thread walker;
        private volatile String place;
        /** How often each place was reached; confined to the walker. */
        private final Map<String, Integer> visits = new HashMap<>();

        private int taken;

        private Walk(int stop) {
            this.stop = stop;
        }

        /** The calling thread counts its steps from now on. */
        public void begin() {
            begun.set(true);
            thread = Thread.currentThread();
            walker = thread;
        }

        /** From now on the first thread that comes to a point where walks begin counts its steps. */
        public void arm() {
            armed = true;
        }

        private void beginIfFirst() {
            if (armed && begun.compareAndSet(false, true)) {
                thread = Thread.currentThread();
                walker = thread;
            }
        }

        /** The thread that counts its steps, or has; null before the walk begins. */
        public Thread thread() {
            return thread;
        }

        /** The calling thread, if it is the one that counts, takes no more steps. */
        public void end() {
            if (walker == Thread.currentThread()) {
                walker = null;
                stoppedOrEnded.countDown();
            }
        }

        private void step(String type, String method, boolean exit) {
            if (walker != Thread.currentThread()) {
                return;
            }
            String here = type + "#" + method + (exit ? "@exit" : "@enter");
            if (visits.merge(here, 1, Integer::sum) > REPEATED || ++taken != stop) {
                return;
            }
            walker = null;
            place = here;
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

        /**
         * Waits until the thread is stopped, or has come to its end, or something is so that tells that it will not be stopped any
         * more; returns whether it is stopped.
         */
        public boolean awaitStopped(BooleanSupplier ended) throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
            while (!stoppedOrEnded.await(1, TimeUnit.MILLISECONDS)) {
                if (ended.getAsBoolean()) {
                    // it may have been stopped since
                    walker = null;
                    break;
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException("the thread neither came to step " + stop + " nor to its end");
                }
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
