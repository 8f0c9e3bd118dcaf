package org.eclipse.jetty.util.thread.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the strategies whose producer consumes, and hands over the production of those that have been at the same
 * task since the last look.
 *
 * <p>One daemon thread for the JVM: it ticks while strategies are active, sleeps when none is, and ends when none has
 * been for a while. Thread-safe.
 */
final class ProductionWatcher implements Runnable {
    /** Woken later than this, the watcher was kept from its processor, and so may have been who is watched. */
    private static final long OVERSLEPT_NANOS = TimeUnit.MICROSECONDS.toNanos(150);

    private static final Logger LOG = LoggerFactory.getLogger(ProductionWatcher.class);
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final ProductionWatcher INSTANCE = new ProductionWatcher();

    private final ConcurrentLinkedQueue<AdaptiveExecutionStrategy> incoming = new ConcurrentLinkedQueue<>();
    private final AutoLock lock = new AutoLock();
    private volatile @Nullable Thread thread;
    private volatile boolean asleep;

    private ProductionWatcher() {}

    static void watch(AdaptiveExecutionStrategy strategy) {
        INSTANCE.add(strategy);
    }

    private void add(AdaptiveExecutionStrategy strategy) {
        incoming.add(strategy);
        Thread watcher = thread;
        if (watcher == null) {
            start();
        } else if (asleep) {
            LockSupport.unpark(watcher);
        }
    }

    private void start() {
        try (AutoLock l = lock.lock()) {
            if (thread != null) {
                return;
            }
            Thread watcher = new Thread(null, this, "jetty-production-watcher");
            watcher.setDaemon(true);
            watcher.setContextClassLoader(ProductionWatcher.class.getClassLoader());
            thread = watcher;
            watcher.start();
        }
    }

    @Override
    public void run() {
        List<AdaptiveExecutionStrategy> active = new ArrayList<>();
        long tick = Long.MAX_VALUE;
        while (true) {
            AdaptiveExecutionStrategy strategy;
            while ((strategy = incoming.poll()) != null) {
                active.add(strategy);
                tick = Math.min(tick, strategy.getLooks().tick(NanoTime.now()));
            }
            if (active.isEmpty()) {
                if (!linger()) {
                    return;
                }
            } else {
                long wake = NanoTime.now() + tick;
                LockSupport.parkNanos(this, tick);
                tick = look(active, wake);
            }
            Thread.interrupted();
        }
    }

    /** Returns false when nothing came for a while, and this thread no longer watches. */
    private boolean linger() {
        asleep = true;
        if (incoming.isEmpty()) {
            LockSupport.parkNanos(this, LINGER_NANOS);
        }
        asleep = false;
        if (!incoming.isEmpty()) {
            return true;
        }
        try (AutoLock l = lock.lock()) {
            thread = null;
            if (incoming.isEmpty()) {
                return false;
            }
            thread = Thread.currentThread();
            return true;
        }
    }

    /**
     * Looks at all of them.
     *
     * @param wake when the look should have been
     * @return in how many ns to look again; the most there is if there is nothing to look at
     */
    private static long look(List<AdaptiveExecutionStrategy> active, long wake) {
        long now = NanoTime.now();
        boolean overslept = now - wake > OVERSLEPT_NANOS;
        long tick = Long.MAX_VALUE;
        int kept = 0;
        for (int i = 0; i < active.size(); i++) {
            AdaptiveExecutionStrategy strategy = active.get(i);
            try {
                if (strategy.watch(now, overslept)) {
                    active.set(kept++, strategy);
                    tick = Math.min(tick, strategy.getLooks().tick(now));
                }
            } catch (Throwable x) {
                LOG.warn("Could not hand over production of {}", strategy, x);
                active.set(kept++, strategy);
                tick = Math.min(tick, strategy.getLooks().tick(now));
            }
        }
        active.subList(kept, active.size()).clear();
        return tick;
    }
}
