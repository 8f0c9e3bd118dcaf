package org.eclipse.jetty.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers the sessions that could not be removed from a cache, and removes them when it answers: a thread tries once a second
 * while there are any. Where they are too many to remember, the whole cache is cleared. Thread-safe.
 */
final class CacheRepair extends AbstractLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(CacheRepair.class);
    private static final int MAX_IDS = 100_000;
    private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);

    private final SessionDataMap cache;
    private final int maxIds;
    /** Each with an object of its own, so that a removal ends no later entry. */
    private final Map<String, Object> due = new ConcurrentHashMap<>();

    private @Nullable Object allDue;
    private @Nullable Thread thread;

    CacheRepair(SessionDataMap cache) {
        this(cache, MAX_IDS);
    }

    CacheRepair(SessionDataMap cache, int maxIds) {
        this.cache = cache;
        this.maxIds = maxIds;
    }

    /** Whether the cache may have old data of a session. */
    boolean isDue(String id) {
        return !due.isEmpty() && (due.containsKey(id) || isAllDue());
    }

    private synchronized boolean isAllDue() {
        return allDue != null;
    }

    /** Notes that the cache may have old data of a session. */
    synchronized void add(String id) {
        if (allDue != null || due.size() >= maxIds) {
            allDue = new Object();
            due.clear();
            due.put("", allDue);
        } else {
            due.put(id, new Object());
        }
        if (thread == null && isRunning()) {
            thread = new Thread(this::run, "session-cache-repair");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        while (!isDone()) {
            LockSupport.parkNanos(PERIOD_NS);
            if (isRunning()) {
                repair();
            }
        }
    }

    private synchronized boolean isDone() {
        boolean done = due.isEmpty() || !isRunning();
        if (done && thread == Thread.currentThread()) {
            thread = null;
        }
        return done;
    }

    /** Removes what is due, until that fails. */
    private void repair() {
        try {
            Object all;
            synchronized (this) {
                all = allDue;
            }
            if (all != null) {
                cache.clear();
                clear(all);
                return;
            }
            for (Map.Entry<String, Object> entry : due.entrySet()) {
                Object token = entry.getValue();
                cache.delete(entry.getKey());
                due.remove(entry.getKey(), token);
            }
        } catch (Exception x) {
            LOG.debug("{} cannot be repaired yet", cache, x);
        }
    }

    private synchronized void clear(Object all) {
        if (allDue == all) {
            allDue = null;
            due.clear();
        }
    }

    private String describe() {
        return isAllDue() ? "any session" : due.size() + " sessions";
    }

    @Override
    protected void doStop() throws Exception {
        Thread current;
        synchronized (this) {
            current = thread;
            thread = null;
        }
        if (current != null) {
            LockSupport.unpark(current);
        }
        repair();
        if (!due.isEmpty()) {
            LOG.warn("The cache does not answer, and may keep old data of {}: {}", describe(), cache);
        }
        super.doStop();
    }
}
