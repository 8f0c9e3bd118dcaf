package org.eclipse.jetty.session.infinispan;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.session.RemoteSessionDataStore;
import org.eclipse.jetty.session.SessionConflictException;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.UnreadableSessionDataException;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.infinispan.commons.marshall.MarshallingException;
import org.jspecify.annotations.Nullable;

/**
 * Sessions as entries of a cache of Infinispan, which several servers share.
 *
 * <pre>
 * CONTEXT:VHOST:ID      an {@link InfinispanSessionData}, as a message of jetty-session.proto
 * </pre>
 *
 * <p>Each save and each removal of a session is one operation on its entry. A save of a session that was there before is a replacement: it
 * does not bring back what another server has removed. The cache itself removes what no server has removed long after its expiry.
 * Thread-safe.
 */
@ManagedObject
public class InfinispanSessionDataStore extends RemoteSessionDataStore {
    private final SessionCaches caches;
    private final BooleanSupplier ending;
    private boolean useQueries = true;
    private int idleTimeoutSec;
    private String prefix;
    private volatile @Nullable SessionEntries entries;

    /** @param ending whether the server stops, and not an application alone */
    InfinispanSessionDataStore(SessionCaches caches, BooleanSupplier ending) {
        super("Infinispan");
        this.caches = Objects.requireNonNull(caches);
        this.ending = Objects.requireNonNull(ending);
    }

    @ManagedAttribute("Whether expired sessions that no server holds in memory are searched for")
    public boolean isUseQueries() {
        return useQueries;
    }

    /**
     * Sets whether expired sessions that no server holds in memory are searched for. Without it the cache removes them some time after their
     * expiry, and no listener is called.
     */
    public void setUseQueries(boolean use) {
        useQueries = use;
    }

    @ManagedAttribute("The seconds without a save or a read after which the cache removes a session; 0 for none")
    public int getInfinispanIdleTimeoutSec() {
        return idleTimeoutSec;
    }

    /** Sets the seconds without a save or a read after which the cache removes a session, without listeners; 0 for none. */
    public void setInfinispanIdleTimeoutSec(int seconds) {
        idleTimeoutSec = InfinispanSessionDataStoreFactory.notNegative(seconds);
    }

    @Override
    public void initialize(SessionContext context) throws Exception {
        super.initialize(context);
        prefix = context.getCanonicalContextPath() + ":" + context.getVhost();
    }

    @Override
    protected void acquire() throws Exception {
        caches.acquire();
    }

    @Override
    protected void release() {
        entries = null;
        caches.release(ending.getAsBoolean());
    }

    @Override
    protected void probe() throws Exception {
        find(prefix);
    }

    /** An operation on the cache. */
    @FunctionalInterface
    private interface Operation<T> {
        T run(SessionEntries sessions) throws Exception;
    }

    /** An operation that has no result. */
    @FunctionalInterface
    private interface Action {
        void run(SessionEntries sessions) throws Exception;
    }

    private void run(Action action) throws Exception {
        call(sessions -> {
            action.run(sessions);
            return true;
        });
    }

    private @Nullable InfinispanSessionData find(String key) throws Exception {
        return call(sessions -> Optional.ofNullable(sessions.get(key))).orElse(null);
    }

    private <T> T call(Operation<T> operation) throws Exception {
        return call(() -> {
            SessionEntries used = entries();
            try {
                return operation.run(used);
            } catch (Exception x) {
                if (caches.isStalled(x)) {
                    entries = null;
                    caches.discard(used);
                }
                throw x;
            }
        });
    }

    /** The cache; a client that has reached no server yet cannot have it. */
    private SessionEntries entries() throws Exception {
        SessionEntries present = entries;
        if (present == null) {
            present = caches.open();
            entries = present;
        }
        return present;
    }

    @Override
    protected boolean isUnreachable(Exception failure) {
        return caches.isUnreachable(failure);
    }

    private String key(String id) {
        return prefix + ":" + id;
    }

    @Override
    protected @Nullable SessionData doLoad(String id) throws Exception {
        InfinispanSessionData data;
        try {
            data = find(key(id));
        } catch (RuntimeException x) {
            if (isForeign(x)) {
                throw new UnreadableSessionDataException(id, getContext(), x);
            }
            throw x;
        }
        return data == null ? null : decode(id, data.session(), data.getVersion());
    }

    /** Whether a value is not one of this class. */
    private static boolean isForeign(Throwable failure) {
        for (Throwable x = failure; x != null; x = x.getCause()) {
            if (x instanceof ClassCastException || x instanceof MarshallingException) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) throws Exception {
        InfinispanSessionData value = new InfinispanSessionData(
                prefix, id, data.getLastNode(), data.getExpiry(), data.getNextVersion(), encode(id, data));
        String key = key(id);
        long lifespan = data.getExpiry() <= 0
                ? -1
                : Math.max(
                        1,
                        TimeUnit.MILLISECONDS.toSeconds(
                                data.getExpiry() - System.currentTimeMillis() + getRetentionMs()));
        long idle = idleTimeoutSec > 0 ? idleTimeoutSec : -1;
        if (lastSaveTime <= 0) {
            run(sessions -> sessions.put(key, value, lifespan, idle));
            return;
        }
        long version = isRefuseConflicts() ? data.getVersion() : SessionEntries.ANY;
        switch (call(sessions -> sessions.replace(key, value, version, lifespan, idle))) {
            case ABSENT -> removedMeanwhile(id, data, lastSaveTime);
            case CONFLICT -> throw new SessionConflictException(id, getContext());
            case DONE -> {
                // saved
            }
        }
    }

    @Override
    protected boolean canRefuseConflicts() {
        return true;
    }

    @Override
    public boolean delete(String id) throws Exception {
        return call(sessions -> sessions.remove(key(id)));
    }

    @Override
    protected boolean isLive(String id, long time) throws Exception {
        InfinispanSessionData data = find(key(id));
        return data != null && !data.isExpiredAt(time);
    }

    @Override
    protected void searchExpired(Set<String> expired, long time, @Nullable String node) throws Exception {
        if (node != null) {
            search(expired, time, node);
        }
    }

    @Override
    protected void searchExpired(Set<String> expired, long time) throws Exception {
        search(expired, time, null);
    }

    private void search(Set<String> expired, long time, @Nullable String node) throws Exception {
        if (useQueries) {
            run(sessions -> sessions.addExpired(expired, prefix, time, node));
        }
    }
}
