package org.eclipse.jetty.redis.session;

import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jetty.session.RemoteSessionDataStore;
import org.eclipse.jetty.session.SessionConflictException;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/**
 * Sessions as values of Redis or Valkey, which several servers share.
 *
 * <pre>
 * PREFIX:CONTEXT:VHOST:ID       a string: expiry and version (8 bytes each), the last node (length, UTF-8), the session
 * PREFIX:CONTEXT:VHOST          a sorted set: ids by an expiry, which may be earlier than the present one
 * </pre>
 *
 * <p>Each save and each removal of a session is one command of Redis, so that a value is never half. A save of a session that was there
 * before is a {@code SET} with {@code XX}: it does not bring back what another server has removed. While conflicts are refused, it is a
 * script instead, which compares the version. Redis itself removes what no server
 * has removed long after its expiry. The sorted set is corrected by those who search it, as no command changes it together with
 * a session, which may be on another node of a cluster. Thread-safe.
 */
@ManagedObject
public class RedisSessionDataStore extends RemoteSessionDataStore {
    private static final int BATCH = 500;

    /** What errors begin with that a server answers while it starts, or while another one takes over. */
    private static final Set<String> PASSING = Set.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY");

    private static final int MAX_NODE_BYTES = 255;

    /** Before the name of the node: expiry, version, length of the name. */
    private static final int FIXED_BYTES = 2 * Long.BYTES + 1;

    /** Saves a session whose version is that of the caller: 1. Otherwise returns 0 if there is none, -1 if it has another version. */
    private static final byte[] SAVE_VERSION = """
            local version = redis.call('GETRANGE', KEYS[1], 8, 15)
            if version == '' then return 0 end
            if version ~= ARGV[2] then return -1 end
            if ARGV[3] == '0' then redis.call('SET', KEYS[1], ARGV[1])
            else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3]) end
            return 1
            """.getBytes(StandardCharsets.US_ASCII);

    /** How many bytes of a value tell when it expires and which node used it last, at most. */
    private static final int HEAD_BYTES = FIXED_BYTES + MAX_NODE_BYTES;

    private final RedisConnector connector;
    private final String prefix;
    private String index;

    RedisSessionDataStore(RedisConnector connector, String prefix) {
        super(connector.toString());
        this.connector = connector;
        this.prefix = Objects.requireNonNull(prefix);
    }

    @Override
    public void initialize(SessionContext context) throws Exception {
        super.initialize(context);
        index = prefix + ":" + context.getCanonicalContextPath() + ":" + context.getVhost();
    }

    @Override
    protected void acquire() {
        connector.acquire();
    }

    @Override
    protected void release() {
        connector.release();
    }

    @Override
    protected void probe() throws Exception {
        call(redis -> redis.exists(index));
    }

    /** A command of Redis. */
    @FunctionalInterface
    private interface Command<T> {
        T run(UnifiedJedis redis) throws Exception;
    }

    /** Runs a command, which is not repeated: its reply says whether this call, and not another one, did something. */
    private <T> T callOnce(Command<T> command) throws Exception {
        return call(() -> command.run(connector.client()));
    }

    /** Runs a command that may be repeated, once, where a connection had been closed by the server. */
    private <T> T call(Command<T> command) throws Exception {
        return call(() -> {
            try {
                return command.run(connector.client());
            } catch (JedisConnectionException x) {
                if (isTimeout(x)) {
                    throw x;
                }
                connector.dropIdle();
                return command.run(connector.client());
            }
        });
    }

    /** Whether the server, or the node of a cluster, is away. */
    @Override
    protected boolean isUnreachable(Exception failure) {
        if (failure instanceof JedisDataException && failure.getMessage() != null) {
            return PASSING.contains(failure.getMessage().split(" ", 2)[0]);
        }
        // a pool without a free connection says so by the cause
        return failure instanceof JedisConnectionException
                || failure instanceof JedisClusterOperationException
                || failure instanceof JedisException && failure.getCause() instanceof NoSuchElementException;
    }

    private static boolean isTimeout(Throwable failure) {
        for (Throwable x = failure; x != null; x = x.getCause()) {
            if (x instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    private byte[] key(String id) {
        return (index + ":" + id).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected @Nullable SessionData doLoad(String id) throws Exception {
        byte[] key = key(id);
        byte[] value = call(redis -> redis.get(key));
        return value == null ? null : decode(id, Head.withoutHead(value), Head.versionOf(value));
    }

    @Override
    protected boolean canRefuseConflicts() {
        return true;
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) throws Exception {
        byte[] session = encode(id, data);
        byte[] head = Head.of(data.getExpiry(), data.getNextVersion(), data.getLastNode());
        byte[] value = ByteBuffer.allocate(head.length + session.length)
                .put(head)
                .put(session)
                .array();
        boolean isNew = lastSaveTime <= 0;
        // otherwise the index has an earlier time at the latest, which the search for expired sessions corrects
        if (data.getExpiry() > 0 && (isNew || data.isMetaDataDirty())) {
            call(redis -> redis.zadd(index, data.getExpiry(), id));
        }
        long timeToLive = data.getExpiry() > 0
                ? Math.max(1, data.getExpiry() + getRetentionMs() - System.currentTimeMillis())
                : 0;
        byte[] key = key(id);
        boolean saved = isRefuseConflicts() && !isNew
                ? saveVersion(id, key, value, data.getVersion(), timeToLive)
                : set(key, value, isNew, timeToLive);
        if (!saved) {
            removedMeanwhile(id, data, lastSaveTime);
            call(redis -> redis.zrem(index, id));
        }
    }

    /** Returns false if there is no session that it replaces. */
    private boolean set(byte[] key, byte[] value, boolean isNew, long timeToLive) throws Exception {
        SetParams parameters = new SetParams();
        if (!isNew) {
            parameters.xx();
        }
        if (timeToLive > 0) {
            parameters.px(timeToLive);
        }
        return call(redis -> redis.set(key, value, parameters)) != null;
    }

    private boolean saveVersion(String id, byte[] key, byte[] value, long version, long timeToLive) throws Exception {
        byte[] expected = ByteBuffer.allocate(Long.BYTES).putLong(version).array();
        byte[] time = Long.toString(timeToLive).getBytes(StandardCharsets.US_ASCII);
        // not repeated: it would meet its own version
        Object saved = callOnce(redis -> redis.eval(SAVE_VERSION, List.of(key), List.of(value, expected, time)));
        if (saved instanceof Long result && result < 0) {
            throw new SessionConflictException(id, getContext());
        }
        return Long.valueOf(1).equals(saved);
    }

    @Override
    public boolean delete(String id) throws Exception {
        byte[] key = key(id);
        boolean deleted = callOnce(redis -> redis.del(key)) > 0;
        if (deleted) {
            call(redis -> redis.zrem(index, id));
        }
        return deleted;
    }

    /** Returns when a session expires, and which node used it last; null when there is none. */
    private @Nullable Head head(String id) throws Exception {
        byte[] key = key(id);
        byte[] head = call(redis -> redis.getrange(key, 0, HEAD_BYTES - 1));
        return head == null || head.length == 0 ? null : Head.of(head);
    }

    @Override
    protected boolean isLive(String id, long time) throws Exception {
        Head head = head(id);
        return head != null && !head.isExpiredAt(time);
    }

    @Override
    protected void searchExpired(Set<String> expired, long time, @Nullable String node) throws Exception {
        search(expired, time, head -> head.node().equals(node));
    }

    @Override
    protected void searchExpired(Set<String> expired, long time) throws Exception {
        search(expired, time, head -> true);
    }

    /** Finds sessions that have expired at a time, and corrects the index on the way. */
    private void search(Set<String> expired, long time, Predicate<Head> predicate) throws Exception {
        int kept = 0;
        List<String> batch;
        do {
            int offset = kept;
            batch = call(redis -> redis.zrangeByScore(index, 0, time, offset, BATCH));
            for (String id : batch) {
                Head head = head(id);
                if (head == null || head.expiry() <= 0) {
                    call(redis -> redis.zrem(index, id));
                } else if (!head.isExpiredAt(time)) {
                    call(redis -> redis.zadd(index, head.expiry(), id));
                } else {
                    kept++;
                    if (predicate.test(head)) {
                        expired.add(id);
                    }
                }
            }
        } while (batch.size() == BATCH);
    }

    /**
     * The beginning of a value.
     *
     * @param expiry in milliseconds since 1970; 0 for never
     * @param version that of the last save
     * @param node the last node
     */
    private record Head(long expiry, long version, String node) {
        static Head of(byte[] value) {
            if (value.length < FIXED_BYTES) {
                // no session, which is found when it is loaded
                return new Head(0, 0, "");
            }
            ByteBuffer buffer = ByteBuffer.wrap(value);
            long expiry = buffer.getLong();
            long version = buffer.getLong();
            byte[] node = new byte[Math.min(buffer.get() & 0xFF, buffer.remaining())];
            buffer.get(node);
            return new Head(expiry, version, new String(node, StandardCharsets.UTF_8));
        }

        static byte[] of(long expiry, long version, @Nullable String node) {
            byte[] name = node == null ? new byte[0] : node.getBytes(StandardCharsets.UTF_8);
            int length = Math.min(name.length, MAX_NODE_BYTES);
            return ByteBuffer.allocate(FIXED_BYTES + length)
                    .putLong(expiry)
                    .putLong(version)
                    .put((byte) length)
                    .put(name, 0, length)
                    .array();
        }

        static byte[] withoutHead(byte[] value) {
            int length = value.length < FIXED_BYTES ? value.length : FIXED_BYTES + (value[FIXED_BYTES - 1] & 0xFF);
            return Arrays.copyOfRange(value, Math.min(length, value.length), value.length);
        }

        static long versionOf(byte[] value) {
            return value.length < FIXED_BYTES ? 0 : ByteBuffer.wrap(value).getLong(Long.BYTES);
        }

        boolean isExpiredAt(long time) {
            return expiry > 0 && expiry <= time;
        }
    }
}
