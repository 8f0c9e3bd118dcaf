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
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.session.AbstractSessionDataStore;
import org.eclipse.jetty.session.CircuitBreaker;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.UnreadableSessionDataException;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions as entries of a map of Hazelcast, which several servers share.
 *
 * <pre>
 * CONTEXT:VHOST:ID      context, expiry, node, session: a record of compact serialization, for which members need no class
 * </pre>
 *
 * <p>Each save and each removal of a session is one operation on its entry. A save of a session that was there before is a replacement: it
 * does not bring back what another server has removed. The map itself removes what no server has removed long after its expiry.
 * Thread-safe.
 */
@ManagedObject
public class HazelcastSessionDataStore extends AbstractSessionDataStore {
    private static final Logger LOG = LoggerFactory.getLogger(HazelcastSessionDataStore.class);
    private static final String RECORD = "org.eclipse.jetty.session";
    private static final String CONTEXT = "context";
    private static final String EXPIRY = "expiry";
    private static final String NODE = "node";
    private static final String SESSION = "session";

    private final CircuitBreaker breaker;
    private final HazelcastInstances instances;
    private final BooleanSupplier ending;
    private boolean useQueries = true;
    private String prefix;
    private volatile HazelcastInstance hazelcast;
    private volatile IMap<String, GenericRecord> map;

    /** @param ending whether the server stops, and not an application alone */
    HazelcastSessionDataStore(HazelcastInstances instances, BooleanSupplier ending) {
        this.instances = Objects.requireNonNull(instances);
        this.ending = Objects.requireNonNull(ending);
        breaker = new CircuitBreaker("Hazelcast[" + instances.mapName + "]");
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
    public boolean isPassivating() {
        return true;
    }

    @Override
    public void initialize(SessionContext context) throws Exception {
        super.initialize(context);
        prefix = context.getCanonicalContextPath() + ":" + context.getVhost();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        hazelcast = instances.acquire();
        try {
            call(sessions -> sessions.containsKey(prefix));
        } catch (Exception x) {
            if (!isUnreachable(x)) {
                release();
                throw x;
            }
            LOG.warn(
                    "The sessions of {} cannot be reached, and are tried again by each request that needs them: {}, {}",
                    getContext(),
                    hazelcast.getName(),
                    x.toString());
            LOG.debug("unreachable: {}", hazelcast, x);
        }
    }

    @Override
    protected void doStop() throws Exception {
        release();
        super.doStop();
    }

    /** Once, as a store that did not start is stopped, too. */
    private void release() {
        if (hazelcast != null) {
            map = null;
            hazelcast = null;
            instances.release(ending.getAsBoolean());
        }
    }

    /** An operation on the map. */
    @FunctionalInterface
    private interface Operation<T> {
        T run(IMap<String, GenericRecord> sessions) throws Exception;
    }

    private <T> T call(Operation<T> operation) throws Exception {
        return breaker.call(() -> operation.run(map()), HazelcastSessionDataStore::isUnreachable);
    }

    /** The map; a client that has no cluster yet cannot have it. */
    private IMap<String, GenericRecord> map() {
        IMap<String, GenericRecord> present = map;
        if (present == null) {
            present = hazelcast.getMap(instances.mapName);
            if (useQueries) {
                present.addIndex(new IndexConfig(IndexType.SORTED, EXPIRY));
            }
            map = present;
        }
        return present;
    }

    /** Whether the cluster is away; what is wrong otherwise stays wrong. */
    private static boolean isUnreachable(Exception failure) {
        // a client or a member that has ended is an IllegalStateException
        return failure instanceof HazelcastException && !(failure instanceof HazelcastSerializationException)
                || failure instanceof IllegalStateException
                        && failure.getClass().getName().startsWith("com.hazelcast.");
    }

    private String key(String id) {
        return prefix + ":" + id;
    }

    @Override
    protected SessionData doLoad(String id) throws Exception {
        GenericRecord value = call(sessions -> sessions.get(key(id)));
        if (value == null) {
            return null;
        }
        byte[] session;
        try {
            session = value.getArrayOfInt8(SESSION);
        } catch (HazelcastSerializationException | ClassCastException x) {
            throw new UnreadableSessionDataException(id, getContext(), x);
        }
        if (session == null) {
            throw new UnreadableSessionDataException(id, getContext(), new IllegalStateException("nothing is stored"));
        }
        return decode(id, session);
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) throws Exception {
        GenericRecord value = GenericRecordBuilder.compact(RECORD)
                .setString(CONTEXT, prefix)
                .setInt64(EXPIRY, data.getExpiry())
                .setString(NODE, data.getLastNode())
                .setArrayOfInt8(SESSION, encode(id, data))
                .build();
        String key = key(id);
        long ttl = data.getExpiry() <= 0
                ? 0
                : Math.max(
                        1,
                        TimeUnit.MILLISECONDS.toSeconds(data.getExpiry() - System.currentTimeMillis())
                                + retentionSec());
        if (lastSaveTime <= 0) {
            call(sessions -> {
                sessions.set(key, value, ttl, TimeUnit.SECONDS);
                return null;
            });
        } else if (call(sessions -> sessions.replace(key, value)) == null) {
            LOG.debug("session {} was removed meanwhile, and is not saved", id);
            data.setLastSaved(lastSaveTime);
        } else {
            call(sessions -> sessions.setTtl(key, ttl, TimeUnit.SECONDS));
        }
    }

    /** How many seconds after its expiry the map removes a session, which servers look for after the grace period. */
    private long retentionSec() {
        return 2L * getGracePeriodSec() + TimeUnit.HOURS.toSeconds(1);
    }

    @Override
    public boolean delete(String id) throws Exception {
        return call(sessions -> sessions.remove(key(id))) != null;
    }

    private boolean isLive(String id, long time) throws Exception {
        GenericRecord value = call(sessions -> sessions.get(key(id)));
        if (value == null) {
            return false;
        }
        long expiry = value.getInt64(EXPIRY);
        return expiry <= 0 || expiry > time;
    }

    @Override
    protected boolean doExists(String id) throws Exception {
        return isLive(id, System.currentTimeMillis());
    }

    @Override
    protected Set<String> doCheckExpired(Set<String> candidates, long time) {
        Set<String> expired = new HashSet<>();
        try {
            for (String id : candidates) {
                if (!isLive(id, time)) {
                    expired.add(id);
                }
            }
            // those of this server that it does not hold in memory any more
            String node = getContext().getWorkerName();
            if (node != null) {
                search(expired, Predicates.and(expiredAt(time), Predicates.equal(NODE, node)));
            }
        } catch (Exception x) {
            warn("The expiry of sessions of {} cannot be checked: {}", x);
        }
        return expired;
    }

    @Override
    protected Set<String> doGetExpired(long before) {
        Set<String> expired = new HashSet<>();
        try {
            search(expired, expiredAt(before));
        } catch (Exception x) {
            warn("Expired sessions of {} cannot be found: {}", x);
        }
        return expired;
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

    private void warn(String message, Exception x) {
        LOG.warn(message, getContext(), x.toString());
        LOG.debug("{}", instances.mapName, x);
    }
}
