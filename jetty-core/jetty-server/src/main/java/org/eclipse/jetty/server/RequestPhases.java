package org.eclipse.jetty.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one request went, by {@link System#nanoTime()}.
 *
 * <pre>
 * accepted ~ TLS done ~ first byte of the head
 *                       |- HEAD -|- QUEUE -|- SERVER -|- APPLICATION -|- RESPONSE -|- AFTER -|
 *                                head      thread     context         first byte   last byte ended
 * </pre>
 *
 * <p>The phases follow one another without a gap: their sum is the total. A phase that a request did not reach is empty, and the
 * one before it lasts until the next point that it did reach; one that is refused by the server, for example, reaches no context.
 * Waits for content and for writes are parts of phases, and are counted besides.
 *
 * <p>Measured only if {@link HttpConfiguration#setRequestPhases} says so. It belongs to one request for ever. Thread-safe.
 */
public final class RequestPhases {
    /** A part of the time of a request, in the order of time. */
    public enum Phase {
        /** From the first byte of the head until the head is complete. */
        HEAD("head complete"),
        /** Until a thread handles the request. */
        QUEUE("handled by a thread"),
        /** In handlers of the server, with waits for their limits, until the first context handles the request. */
        SERVER("in context"),
        /** In the application, until the head of the final response is given to the connection. */
        APPLICATION("response begins"),
        /** Until the last write of the response is complete. */
        RESPONSE("response written"),
        /** Until the request has ended: the application may go on after the last write. */
        AFTER("ended");

        private static final Phase[] VALUES = values();

        private final String end;

        Phase(String end) {
            this.end = end;
        }

        /** What is true of the request when the phase ends, for logs. */
        public String getEnd() {
            return end;
        }
    }

    /** What a request waits for, in any phase. */
    public enum Wait {
        /** Content that was demanded and has not come. */
        READ,
        /** Writes that are not complete. */
        WRITE
    }

    private static final long NONE = -1;

    private final long begin;
    private final long connectNanos;
    private final long tlsNanos;
    /** Nanoseconds from the beginning to the end of each phase, plus one; 0 if it was not reached. */
    private final AtomicLongArray ends = new AtomicLongArray(Phase.VALUES.length);
    /** Nanoseconds that were waited. */
    private final AtomicLongArray waited = new AtomicLongArray(Wait.values().length);
    /** Nanoseconds from the beginning to that of a pending wait, plus one; 0 if none is pending. */
    private final AtomicLongArray waits = new AtomicLongArray(Wait.values().length);

    /**
     * Begins with a request whose head is complete.
     *
     * @param begin the {@link System#nanoTime()} of the first byte of its head
     * @param head the {@link System#nanoTime()} at which its head was complete
     * @param endPoint that of its connection, for the first request of a connection; else null
     */
    public RequestPhases(long begin, long head, @Nullable EndPoint endPoint) {
        this.begin = begin;
        connectNanos = endPoint == null ? NONE : Math.max(0, begin - endPoint.getCreatedNanoTime());
        tlsNanos = endPoint instanceof SslConnection.SslEndPoint tls
                ? tls.getSslConnection().getHandshakeNanos()
                : NONE;
        ends.set(Phase.HEAD.ordinal(), Math.max(0, head - begin) + 1);
    }

    /** Ends a phase now. Those until the context are ended once; those of the response again, if it is replaced by an error page. */
    public void end(Phase phase) {
        long now = now() + 1;
        if (phase.compareTo(Phase.SERVER) <= 0) {
            ends.compareAndSet(phase.ordinal(), 0, now);
        } else if (!isEnded()) {
            if (phase == Phase.AFTER) {
                endWait(Wait.READ);
                endWait(Wait.WRITE);
            }
            ends.set(phase.ordinal(), now);
        }
    }

    /** Begins to wait. */
    public void beginWait(Wait wait) {
        if (!isEnded()) {
            waits.set(wait.ordinal(), now() + 1);
        }
    }

    /** Ends the wait; does nothing if none is pending. */
    public void endWait(Wait wait) {
        long since = waits.getAndSet(wait.ordinal(), 0);
        if (since != 0) {
            waited.addAndGet(wait.ordinal(), now() + 1 - since);
        }
    }

    private long now() {
        return Math.max(0, System.nanoTime() - begin);
    }

    /** Whether the request has ended. */
    public boolean isEnded() {
        return ends.get(Phase.AFTER.ordinal()) != 0;
    }

    /** The phase that the request is in; null if it has ended. */
    public @Nullable Phase getCurrent() {
        Phase current = Phase.HEAD;
        for (Phase phase : Phase.VALUES) {
            if (ends.get(phase.ordinal()) != 0) {
                current = phase == Phase.AFTER ? null : Phase.VALUES[phase.ordinal() + 1];
            }
        }
        return current;
    }

    /**
     * How long a phase took, or has taken so far: 0 if it was not reached. The phases of a request that has ended add up to
     * {@link #getTotal}, in each unit.
     */
    public long get(Phase phase, TimeUnit unit) {
        long before = phase == Phase.HEAD ? 0 : endOf(Phase.VALUES[phase.ordinal() - 1]);
        return Math.max(0, convert(endOf(phase), unit) - convert(before, unit));
    }

    /** The time from the first byte of the head until the request ended, or until now. */
    public long getTotal(TimeUnit unit) {
        return convert(endOf(Phase.AFTER), unit);
    }

    /** The time spent waiting. */
    public long get(Wait wait, TimeUnit unit) {
        long since = waits.get(wait.ordinal());
        long pending = since == 0 ? 0 : Math.max(0, now() + 1 - since);
        return convert(waited.get(wait.ordinal()) + pending, unit);
    }

    /**
     * The time from the acceptance of the connection to the first byte of this request; -1 if it is not the first one of its
     * connection.
     */
    public long getConnect(TimeUnit unit) {
        return connectNanos < 0 ? NONE : convert(connectNanos, unit);
    }

    /** The part of {@link #getConnect} that the TLS handshake took; -1 if there was none, or this is not the first request. */
    public long getTls(TimeUnit unit) {
        return tlsNanos < 0 ? NONE : convert(tlsNanos, unit);
    }

    /** The nanoseconds from the beginning to the end of a phase: the earliest end of it and of those that follow. */
    private long endOf(Phase phase) {
        long earliest = 0;
        for (int i = phase.ordinal(); i < Phase.VALUES.length; i++) {
            long end = ends.get(i);
            if (end != 0 && (earliest == 0 || end < earliest)) {
                earliest = end;
            }
        }
        return earliest == 0 ? now() : earliest - 1;
    }

    private static long convert(long nanos, TimeUnit unit) {
        return unit.convert(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("RequestPhases@")
                .append(Integer.toHexString(hashCode()))
                .append("{us:");
        for (Phase phase : Phase.VALUES) {
            text.append(phase == Phase.HEAD ? "" : ",")
                    .append(phase)
                    .append('=')
                    .append(get(phase, TimeUnit.MICROSECONDS));
        }
        return text.append('}').toString();
    }
}
