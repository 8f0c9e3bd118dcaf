package org.eclipse.jetty.util.thread;

import java.io.Closeable;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the threads that components take for good (acceptors, selectors, reserved threads), and refuses a pool that is
 * too small to leave one for the application. Thread-safe.
 */
public class ThreadPoolBudget {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadPoolBudget.class);
    private static final Lease NOOP_LEASE = new Lease() {
        @Override
        public void close() {}

        @Override
        public int getThreads() {
            return 0;
        }
    };

    private final ThreadPool.SizedThreadPool pool;
    private final Set<Leased> leases = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Threads that a component keeps until it closes the lease. */
    public interface Lease extends Closeable {
        int getThreads();

        @Override
        void close();
    }

    public class Leased implements Lease {
        private final Object leasee;
        private final int threads;

        private Leased(Object leasee, int threads) {
            this.leasee = leasee;
            this.threads = threads;
        }

        @Override
        public int getThreads() {
            return threads;
        }

        @Override
        public void close() {
            leases.remove(this);
            warned.set(false);
        }

        @Override
        public String toString() {
            return threads + " for " + leasee;
        }
    }

    public ThreadPoolBudget(ThreadPool.SizedThreadPool pool) {
        this.pool = Objects.requireNonNull(pool);
    }

    public ThreadPool.SizedThreadPool getSizedThreadPool() {
        return pool;
    }

    public int getLeasedThreads() {
        int sum = 0;
        for (Leased lease : leases) {
            sum += lease.getThreads();
        }
        return sum;
    }

    public void reset() {
        leases.clear();
        warned.set(false);
    }

    /**
     * Takes threads out of the budget.
     *
     * @throws IllegalStateException when the pool is too small for all leases and one more thread
     */
    public Lease leaseTo(Object leasee, int threads) {
        Leased lease = new Leased(leasee, threads);
        leases.add(lease);
        try {
            check(pool.getMaxThreads());
            return lease;
        } catch (IllegalStateException x) {
            lease.close();
            throw x;
        }
    }

    /**
     * Checks that the leases fit into a pool of this size.
     *
     * @return false when they fit, but leave hardly anything (logged once)
     * @throws IllegalStateException when they do not fit
     */
    public boolean check(int maxThreads) throws IllegalStateException {
        int required = getLeasedThreads();
        int left = maxThreads - required;
        if (left <= 0) {
            throw new IllegalStateException(String.format(
                    "Insufficient threads: max=%d, required=%d, one for requests and %s: raise jetty.threadPool.maxThreads"
                            + " of %s to at least %d,"
                            + " or lower jetty.http.selectors, jetty.http.acceptors or jetty.threadPool.reservedThreads",
                    maxThreads, required + 1, leases, pool, required + 1));
        }
        int comfortable = Math.min(Runtime.getRuntime().availableProcessors(), 8);
        if (left < comfortable) {
            if (warned.compareAndSet(false, true)) {
                LOG.info("Few threads left for the application: max={}, leased={} {}", maxThreads, required, leases);
            }
            return false;
        }
        return true;
    }

    /** Leases from the budget of the executor, if it has one. */
    public static Lease leaseFrom(Executor executor, Object leasee, int threads) {
        if (executor instanceof ThreadPool.SizedThreadPool sized && sized.getThreadPoolBudget() != null) {
            return sized.getThreadPoolBudget().leaseTo(leasee, threads);
        }
        if (executor instanceof VirtualThreadPool virtual) {
            return virtual.getThreadPoolBudget().leaseTo(leasee, threads);
        }
        return NOOP_LEASE;
    }

    @Override
    public String toString() {
        return String.format("%s@%x%s", getClass().getSimpleName(), hashCode(), leases);
    }
}
