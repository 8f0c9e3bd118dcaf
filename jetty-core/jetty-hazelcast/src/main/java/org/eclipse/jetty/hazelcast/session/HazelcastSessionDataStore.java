package org.eclipse.jetty.hazelcast.session;

import com.hazelcast.config.IndexConfig;
import com.hazelcast.config.IndexType;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.genericrecord.GenericRecord;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import java.util.Objects;
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
import org.jspecify.annotations.Nullable;

/**
 * Sessions as entries of a map of Hazelcast, which several servers share.
 *
 * <pre>
 * CONTEXT:VHOST:ID      context, expiry, version, node, session: a record of compact serialization, for which members need no class
 * </pre>
 *
 * <p>Each save and each removal of a session is one operation on its entry. A save of a session that was there before is a replacement: it
 * does not bring back what another server has removed. The map itself removes what no server has removed long after its expiry.
 * Thread-safe.
 */
@ManagedObject
public class HazelcastSessionDataStore extends RemoteSessionDataStore {
    private static final String RECORD = "org.eclipse.jetty.session";
    private static final String CONTEXT = "context";
    private static final String EXPIRY = "expiry";
    private static final String VERSION = "version";
    private static final String NODE = "node";
    private static final String SESSION = "session";

    private final HazelcastInstances instances;
    private final BooleanSupplier ending;
    private boolean useQueries = true;
    private String prefix;
    private volatile @Nullable HazelcastInstance hazelcast;
    private volatile @Nullable Sessions sessions;

    /** The map of an instance: another instance has its own. */
    private record Sessions(HazelcastInstance of, IMap<String, GenericRecord> map) {}

    /** @param ending whether the server stops, and not an application alone */
    HazelcastSessionDataStore(HazelcastInstances instances, BooleanSupplier ending) {
        super("Hazelcast[" + instances.mapName + "]");
        this.instances = instances;
        this.ending = Objects.requireNonNull(ending);
    }

    @ManagedAttribute("Whether expired sessions that no server holds in memory are searched for")
    public boolean isUseQueries() {
        return useQueries;
    }

    /**
     * Sets whether expired sessions that no server holds in memory are searched for, by an index of the map. Without it the map removes them
     * some time after their expiry, and no listener is called.
     */
    public void setUseQueries(boolean use) {
        useQueries = use;
    }

    @Override
    public void initialize(SessionContext context) throws Exception {
        super.initialize(context);
        prefix = context.getCanonicalContextPath() + ":" + context.getVhost();
    }

    @Override
    protected void acquire() throws Exception {
        hazelcast = instances.acquire();
    }

    @Override
    protected void release() {
        hazelcast = null;
        sessions = null;
        instances.release(ending.getAsBoolean());
    }

    @Override
    protected void probe() throws Exception {
        call(sessions -> sessions.containsKey(prefix));
    }

    /** An operation on the map. */
    @FunctionalInterface
    private interface Operation<T> {
        T run(IMap<String, GenericRecord> sessions) throws Exception;
    }

    private <T> T call(Operation<T> operation) throws Exception {
        return call(() -> operation.run(map()));
    }

    /** The map; a client that has no cluster yet cannot have it. */
    private IMap<String, GenericRecord> map() {
        HazelcastInstance instance = hazelcast();
        Sessions present = sessions;
        if (present == null || present.of != instance) {
            present = new Sessions(instance, instance.getMap(instances.mapName));
            if (useQueries) {
                present.map.addIndex(new IndexConfig(IndexType.SORTED, EXPIRY));
            }
            // a thread that comes late may set that of an instance before: the next call compares them
            sessions = present;
        }
        return present.map;
    }

    private HazelcastInstance hazelcast() {
        HazelcastInstance acquired = hazelcast;
        if (acquired == null) {
            throw new IllegalStateException("not started: " + this);
        }
        if (!acquired.getLifecycleService().isRunning()) {
            // it was shut down, and another store may have started with the next one
            HazelcastInstance next = instances.get();
            return next == null ? acquired : next;
        }
        return acquired;
    }

    private @Nullable GenericRecord find(String key) throws Exception {
        return call(() -> map().get(key));
    }

    @Override
    protected boolean isUnreachable(Exception failure) {
        // a client or a member that has ended is an IllegalStateException
        return failure instanceof HazelcastException && !(failure instanceof HazelcastSerializationException)
                || failure instanceof IllegalStateException
                        && failure.getClass().getName().startsWith("com.hazelcast.");
    }

    private String key(String id) {
        return prefix + ":" + id;
    }

    @Override
    protected @Nullable SessionData doLoad(String id) throws Exception {
        GenericRecord value = find(key(id));
        if (value == null) {
            return null;
        }
        byte[] session;
        long version;
        try {
            session = value.getArrayOfInt8(SESSION);
            version = value.getInt64(VERSION);
        } catch (HazelcastSerializationException | ClassCastException x) {
            throw new UnreadableSessionDataException(id, getContext(), x);
        }
        if (session == null) {
            throw new UnreadableSessionDataException(id, getContext(), new IllegalStateException("nothing is stored"));
        }
        return decode(id, session, version);
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) throws Exception {
        GenericRecord value = GenericRecordBuilder.compact(RECORD)
                .setString(CONTEXT, prefix)
                .setInt64(EXPIRY, data.getExpiry())
                .setInt64(VERSION, data.getNextVersion())
                .setString(NODE, data.getLastNode())
                .setArrayOfInt8(SESSION, encode(id, data))
                .build();
        String key = key(id);
        long ttl = data.getExpiry() <= 0
                ? 0
                : Math.max(
                        1,
                        TimeUnit.MILLISECONDS.toSeconds(data.getExpiry() - System.currentTimeMillis())
                                + TimeUnit.MILLISECONDS.toSeconds(getRetentionMs()));
        if (lastSaveTime <= 0) {
            call(() -> {
                map().set(key, value, ttl, TimeUnit.SECONDS);
                return null;
            });
        } else if (!replace(id, key, value, data.getVersion())) {
            removedMeanwhile(id, data, lastSaveTime);
        } else {
            call(sessions -> sessions.setTtl(key, ttl, TimeUnit.SECONDS));
        }
    }

    /** Returns false if there is no session that it replaces. */
    private boolean replace(String id, String key, GenericRecord value, long version) throws Exception {
        if (!isRefuseConflicts()) {
            return call(sessions -> sessions.replace(key, value)) != null;
        }
        GenericRecord present = find(key);
        if (present == null) {
            return false;
        }
        // another server may save, or remove, it in between
        if (present.getInt64(VERSION) != version || !call(sessions -> sessions.replace(key, present, value))) {
            throw new SessionConflictException(id, getContext());
        }
        return true;
    }

    @Override
    protected boolean canRefuseConflicts() {
        return true;
    }

    @Override
    public boolean delete(String id) throws Exception {
        return call(sessions -> sessions.remove(key(id))) != null;
    }

    @Override
    protected boolean isLive(String id, long time) throws Exception {
        GenericRecord value = find(key(id));
        if (value == null) {
            return false;
        }
        long expiry = value.getInt64(EXPIRY);
        return expiry <= 0 || expiry > time;
    }

    @Override
    protected void searchExpired(Set<String> expired, long time, @Nullable String node) throws Exception {
        if (node != null) {
            search(expired, Predicates.and(expiredAt(time), Predicates.equal(NODE, node)));
        }
    }

    @Override
    protected void searchExpired(Set<String> expired, long time) throws Exception {
        search(expired, expiredAt(time));
    }

    private Predicate<String, GenericRecord> expiredAt(long time) {
        return Predicates.and(Predicates.between(EXPIRY, 1L, time), Predicates.equal(CONTEXT, prefix));
    }

    private void search(Set<String> expired, Predicate<String, GenericRecord> predicate) throws Exception {
        if (useQueries) {
            for (String key : call(sessions -> sessions.keySet(predicate))) {
                expired.add(key.substring(prefix.length() + 1));
            }
        }
    }
}
