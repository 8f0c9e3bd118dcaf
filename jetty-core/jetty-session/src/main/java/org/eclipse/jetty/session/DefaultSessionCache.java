package org.eclipse.jetty.session;

import java.util.ArrayList;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.statistic.CounterStatistic;
import org.jspecify.annotations.Nullable;

/** Keeps sessions in memory. Thread-safe. */
@ManagedObject
public class DefaultSessionCache extends AbstractSessionCache {
    private final ConcurrentMap<String, ManagedSession> sessions;
    private final CounterStatistic statistic = new CounterStatistic();

    public DefaultSessionCache(SessionManager manager) {
        this(manager, new ConcurrentHashMap<>());
    }

    public DefaultSessionCache(SessionManager manager, ConcurrentMap<String, ManagedSession> sessions) {
        super(manager);
        this.sessions = sessions;
    }

    @ManagedAttribute(value = "The sessions in memory", readonly = true)
    public long getSessionsCurrent() {
        return statistic.getCurrent();
    }

    @ManagedAttribute(value = "The most sessions in memory", readonly = true)
    public long getSessionsMax() {
        return statistic.getMax();
    }

    @ManagedAttribute(value = "The sessions that came into memory", readonly = true)
    public long getSessionsTotal() {
        return statistic.getTotal();
    }

    public void resetStats() {
        statistic.reset();
    }

    @Override
    protected @Nullable ManagedSession doGet(String id) {
        return id == null ? null : sessions.get(id);
    }

    @Override
    protected @Nullable ManagedSession doPutIfAbsent(String id, ManagedSession session) {
        ManagedSession present = sessions.putIfAbsent(id, session);
        if (present == null) {
            statistic.increment();
        }
        return present;
    }

    @Override
    protected @Nullable ManagedSession doComputeIfAbsent(String id, Function<String, @Nullable ManagedSession> loader) {
        ManagedSession present = sessions.get(id);
        if (present != null) {
            return present;
        }
        return sessions.computeIfAbsent(id, key -> {
            ManagedSession loaded = loader.apply(key);
            if (loaded != null) {
                statistic.increment();
            }
            return loaded;
        });
    }

    @Override
    protected @Nullable ManagedSession doDelete(String id) {
        ManagedSession removed = sessions.remove(id);
        if (removed != null) {
            statistic.decrement();
        }
        return removed;
    }

    @Override
    public void shutdown() {
        for (ManagedSession session : new ArrayList<>(sessions.values())) {
            shutdown(session);
        }
        sessions.clear();
    }
}
