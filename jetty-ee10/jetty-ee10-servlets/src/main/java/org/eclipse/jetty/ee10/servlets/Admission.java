package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many requests pass at a time. Others wait in their thread for a moment, and then suspended, without one: the next permit goes
 * to the one of the highest priority that has waited longest. Guarded by its lock.
 *
 * <pre>
 * a ticket   WAITING   a permit is given     GRANTED, dispatched
 *            WAITING   the time is over      REFUSED, dispatched
 *            WAITING   the request ends      REFUSED
 *            GRANTED   it comes back         its permit is used, and given back by leave()
 *            GRANTED   the request ends      the permit is given back
 * </pre>
 */
final class Admission {
    /** What becomes of a request. */
    enum Outcome {
        /** It may go on, and {@link #leave()} must be called after it. */
        PASSED,
        /** It is asynchronous now, and comes back. */
        SUSPENDED,
        /** It has waited as long as it may. */
        REFUSED
    }

    private enum State {
        WAITING,
        GRANTED,
        USED,
        REFUSED
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();
    private final List<Deque<Ticket>> queues = new ArrayList<>();
    private final String attribute;
    private int permits;

    /**
     * @param permits how many requests may pass at a time
     * @param maxPriority the highest priority; 0 is the lowest
     * @param attribute the request attribute that holds the ticket of a suspended request
     */
    Admission(int permits, int maxPriority, String attribute) {
        this.permits = permits;
        this.attribute = attribute;
        for (int i = 0; i <= maxPriority; i++) {
            queues.add(new ArrayDeque<>());
        }
    }

    /**
     * Asks for a permit, for a request that comes for the first time or comes back.
     *
     * @param waitMs milliseconds to wait in this thread
     * @param suspendMs milliseconds to wait suspended; the default of the container if it is not positive
     */
    Outcome enter(ServletRequest request, int priority, long waitMs, long suspendMs) throws InterruptedException {
        if (request.getAttribute(attribute) instanceof Ticket ticket) {
            request.removeAttribute(attribute);
            return ticket.use() ? Outcome.PASSED : Outcome.REFUSED;
        }
        if (acquire(waitMs)) {
            return Outcome.PASSED;
        }
        if (!request.isAsyncSupported()) {
            return Outcome.REFUSED;
        }
        AsyncContext async = request.startAsync();
        if (suspendMs > 0) {
            async.setTimeout(suspendMs);
        }
        Ticket ticket = new Ticket(async, queues.get(Math.max(0, Math.min(priority, queues.size() - 1))));
        request.setAttribute(attribute, ticket);
        async.addListener(ticket);
        ticket.queue();
        return Outcome.SUSPENDED;
    }

    private boolean acquire(long waitMs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(waitMs);
            while (permits <= 0) {
                if (left <= 0) {
                    return false;
                }
                left = free.awaitNanos(left);
            }
            permits--;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a permit back, after a request that passed. */
    void leave() {
        add(1);
    }

    /** Gives more permits, or takes some away, which takes effect as requests leave. */
    void add(int more) {
        List<Ticket> granted = new ArrayList<>();
        lock.lock();
        try {
            permits += more;
            while (permits > 0) {
                Ticket next = next();
                if (next == null) {
                    break;
                }
                permits--;
                next.state = State.GRANTED;
                granted.add(next);
            }
            if (permits > 0) {
                free.signalAll();
            }
        } finally {
            lock.unlock();
        }
        for (Ticket ticket : granted) {
            ticket.async.dispatch();
        }
    }

    private @Nullable Ticket next() {
        for (int i = queues.size() - 1; i >= 0; i--) {
            Ticket ticket = queues.get(i).poll();
            if (ticket != null) {
                return ticket;
            }
        }
        return null;
    }

    /** One suspended request. Guarded by the lock. */
    private final class Ticket implements AsyncListener {
        private final AsyncContext async;
        private final Deque<Ticket> queue;
        private State state = State.WAITING;

        Ticket(AsyncContext async, Deque<Ticket> queue) {
            this.async = async;
            this.queue = queue;
        }

        void queue() {
            lock.lock();
            try {
                queue.add(this);
            } finally {
                lock.unlock();
            }
            // a permit may have been given back meanwhile
            add(0);
        }

        boolean use() {
            lock.lock();
            try {
                if (state != State.GRANTED) {
                    return false;
                }
                state = State.USED;
                return true;
            } finally {
                lock.unlock();
            }
        }

        private boolean refuse() {
            lock.lock();
            try {
                if (state != State.WAITING) {
                    return false;
                }
                state = State.REFUSED;
                queue.remove(this);
                return true;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            if (refuse()) {
                async.dispatch();
            }
        }

        @Override
        public void onError(AsyncEvent event) {
            end();
        }

        @Override
        public void onComplete(AsyncEvent event) {
            end();
        }

        private void end() {
            if (!refuse() && use()) {
                leave();
            }
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
