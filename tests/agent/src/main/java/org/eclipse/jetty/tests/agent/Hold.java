package org.eclipse.jetty.tests.agent;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * Stops the first thread that comes to a point, until it is released. Thread-safe.
 *
 * <pre>
 * try (Hold hold = Hold.at("org.eclipse.jetty.server.Server#handle@exit")) {
 *     client.send(request);
 *     hold.awaitHeld();
 *     ... what other threads do meanwhile
 *     hold.release();
 * }
 * </pre>
 */
public final class Hold implements Points.Visitor, AutoCloseable {
    private static final long DEADLINE_SECONDS = 60;

    private final Point point;
    private final Predicate<Object> which;
    private final AtomicReference<Thread> held = new AtomicReference<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private Hold(Point point, Predicate<Object> which) {
        this.point = point;
        this.which = which;
    }

    /** @param point the place, for instance {@code org.eclipse.jetty.server.Server#handle@exit} */
    public static Hold at(String point) {
        return at(point, object -> true);
    }

    /** As {@link #at(String)}, for a call on an object of which the predicate is true. */
    public static Hold at(String point, Predicate<Object> which) {
        Hold hold = new Hold(Point.parse(point), which);
        Agent.visit(hold, List.of(hold.point));
        return hold;
    }

    @Override
    public void visit(String type, String method, boolean exit, Object object) {
        if (point.isReached(type, method, exit)
                && which.test(object)
                && held.compareAndSet(null, Thread.currentThread())) {
            reached.countDown();
            stay(released);
        }
    }

    /** Waits, and leaves interrupts to the server. */
    static void stay(CountDownLatch released) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (!released.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                        System.err.println("agent: " + Thread.currentThread().getName() + " was never released");
                    }
                    return;
                } catch (InterruptedException x) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits until a thread is held; returns it. */
    public Thread awaitHeld() throws InterruptedException {
        if (!reached.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no thread came to " + point);
        }
        return held.get();
    }

    /** Whether a thread came to the point. */
    public boolean isReached() {
        return held.get() != null;
    }

    /** Lets the thread go on; no other one is held. */
    public void release() {
        released.countDown();
    }

    @Override
    public void close() {
        held.compareAndSet(null, Thread.currentThread());
        release();
        Agent.leave(this, List.of(point));
    }
}
