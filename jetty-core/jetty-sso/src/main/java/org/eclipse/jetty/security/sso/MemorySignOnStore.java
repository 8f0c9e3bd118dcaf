package org.eclipse.jetty.security.sso;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.session.AbstractSessionDataStore;
import org.eclipse.jetty.session.SessionData;
import org.jspecify.annotations.Nullable;

/** The sign-ons of one server, which end with it. Thread-safe: data that were stored are not changed. */
class MemorySignOnStore extends AbstractSessionDataStore {
    private final Map<String, SessionData> all = new ConcurrentHashMap<>();

    private SessionData copy(SessionData data) {
        SessionData copy = newSessionData(
                data.getId(), data.getCreated(), data.getAccessed(), data.getLastAccessed(), data.getMaxInactiveMs());
        copy.putAllAttributes(data.getAllAttributes());
        copy.setExpiry(data.getExpiry());
        copy.setLastSaved(data.getLastSaved());
        return copy;
    }

    @Override
    protected @Nullable SessionData doLoad(String id) {
        SessionData data = all.get(id);
        return data == null || data.isExpiredAt(System.currentTimeMillis()) ? null : copy(data);
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) {
        SessionData copy = copy(data);
        if (lastSaveTime <= 0) {
            all.put(id, copy);
        } else if (all.computeIfPresent(id, (key, before) -> copy) == null) {
            // ended meanwhile
            data.setLastSaved(lastSaveTime);
        }
    }

    @Override
    public boolean delete(String id) {
        return all.remove(id) != null;
    }

    @Override
    protected boolean doExists(String id) {
        return doLoad(id) != null;
    }

    @Override
    protected Set<String> doCheckExpired(Set<String> candidates, long time) {
        Set<String> expired = new HashSet<>();
        for (String id : candidates) {
            SessionData data = all.get(id);
            if (data == null || data.isExpiredAt(time)) {
                expired.add(id);
            }
        }
        return expired;
    }

    @Override
    protected Set<String> doGetExpired(long before) {
        return doCheckExpired(all.keySet(), System.currentTimeMillis());
    }

    @Override
    public boolean isPassivating() {
        return false;
    }

    @Override
    protected void doStop() throws Exception {
        all.clear();
        super.doStop();
    }
}
