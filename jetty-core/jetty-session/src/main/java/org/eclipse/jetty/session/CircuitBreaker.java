package org.eclipse.jetty.session;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spares threads the wait for a server that does not answer.
 *
 * <pre>
 * closed    calls go through; several failures in succession open it
 * open      calls fail at once; after a while one of them goes through, whose success closes it
 * </pre>
 *
 * Thread-safe.
 */
public final class CircuitBreaker {
    private static final Logger LOG = LoggerFactory.getLogger(CircuitBreaker.class);
    private static final int FAILURES = 5;
    private static final long OPEN_NS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong retryAt = new AtomicLong();
    private final String server;

    /** @param server what the server is called in messages */
    public CircuitBreaker(String server) {
        this.server = server;
    }

    /**
     * Makes a call.
     *
     * @param failure what says that the server does not answer; other exceptions say nothing about it
     * @throws IllegalStateException if the server did not answer lately
     */
    public <T> T call(Callable<T> call, Predicate<Exception> failure) throws Exception {
        if (failures.get() >= FAILURES) {
            long now = System.nanoTime();
            long retry = retryAt.get();
            if (now - retry < 0 || !retryAt.compareAndSet(retry, now + OPEN_NS)) {
                throw new IllegalStateException(server + " does not answer, and is tried again soon");
            }
        }
        try {
            T result = call.call();
            // without a write, which all threads would share, where nothing has failed
            if (failures.get() > 0 && failures.getAndSet(0) >= FAILURES) {
                LOG.info("{} answers again", server);
            }
            return result;
        } catch (Exception x) {
            if (!failure.test(x)) {
                failures.set(0);
            } else {
                int count = failures.updateAndGet(before -> Math.min(before + 1, FAILURES));
                retryAt.set(System.nanoTime() + OPEN_NS);
                LOG.debug("{}: failure {}", server, count, x);
            }
            throw x;
        }
    }
}
