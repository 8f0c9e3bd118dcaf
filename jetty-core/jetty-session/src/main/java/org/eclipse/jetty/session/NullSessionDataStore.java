package org.eclipse.jetty.session;

import java.util.Set;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;

/** Stores nothing: sessions live in memory only. */
@ManagedObject
public class NullSessionDataStore extends AbstractSessionDataStore {
    @Override
    protected @Nullable SessionData doLoad(String id) throws Exception {
        return null;
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) throws Exception {
        // memory is the only place
    }

    @Override
    public boolean delete(String id) {
        return true;
    }

    @Override
    protected boolean doExists(String id) {
        return false;
    }

    @Override
    protected Set<String> doCheckExpired(Set<String> candidates, long time) {
        return candidates;
    }

    @Override
    protected Set<String> doGetExpired(long before) {
        return Set.of();
    }

    @Override
    public boolean isPassivating() {
        return false;
    }

    @Override
    public boolean isKeepingSessions() {
        return isPassivating();
    }
}
