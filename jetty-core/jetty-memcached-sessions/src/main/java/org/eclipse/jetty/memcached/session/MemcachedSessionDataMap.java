package org.eclipse.jetty.memcached.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.rubyeye.xmemcached.GetsResponse;
import net.rubyeye.xmemcached.MemcachedClient;
import net.rubyeye.xmemcached.XMemcachedClientBuilder;
import net.rubyeye.xmemcached.exception.MemcachedException;
import net.rubyeye.xmemcached.exception.MemcachedServerException;
import net.rubyeye.xmemcached.transcoders.CachedData;
import net.rubyeye.xmemcached.transcoders.Transcoder;
import org.eclipse.jetty.session.CircuitBreaker;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataCodec;
import org.eclipse.jetty.session.SessionDataMap;
import org.eclipse.jetty.util.Digests;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cache of sessions in memcached.
 *
 * <pre>
 * jetty:CONTEXT:VHOST:ID        a session, or a lease; the hash of that where memcached refuses such a key
 * </pre>
 *
 * <p>A lease is a value that no server takes for a session: {@code add} makes one to read, which fails where there is another one, and
 * {@code set} one to save, which replaces all others. {@code cas} replaces it by the session, and fails where it is not there any longer.
 *
 * <p>Each call has a deadline. When several servers share the sessions, those of a server that is away are not cached elsewhere, as they
 * would be stale when it is back. Thread-safe.
 */
public class MemcachedSessionDataMap extends AbstractLifeCycle implements SessionDataMap {
    public static final String DEFAULT_HOST = "localhost";
    public static final String DEFAULT_PORT = "11211";
    static final int DEFAULT_TIMEOUT_MS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(MemcachedSessionDataMap.class);
    private static final Transcoder<CacheEntry> BYTES = new CacheEntry.Bytes();
    private static final int MAX_KEY_BYTES = 250;
    private static final int LEASE_SEC = 60;
    private static final long HEAL_INTERVAL_MS = 1000;

    /** Memcached takes more seconds than these for a time since 1970. */
    private static final long MAX_RELATIVE_SEC = TimeUnit.DAYS.toSeconds(30);

    private final XMemcachedClientBuilder builder;
    private final CircuitBreaker breaker;
    private final String servers;
    private SessionDataCodec codec = new SessionDataCodec(null, 0, null);
    private SessionContext context;
    private int expirySec;
    private int timeoutMs = DEFAULT_TIMEOUT_MS;
    private boolean heartbeats = true;
    private volatile @Nullable MemcachedClient client;

    public MemcachedSessionDataMap(String host, String port) {
        this(List.of(new InetSocketAddress(host, port(port))));
    }

    public MemcachedSessionDataMap(List<InetSocketAddress> addresses) {
        this(addresses, new XMemcachedClientBuilder(addresses));
    }

    /** @param weights how many sessions each of the servers keeps, in relation to the others */
    public MemcachedSessionDataMap(List<InetSocketAddress> addresses, int[] weights) {
        this(addresses, new XMemcachedClientBuilder(addresses, weights));
    }

    private MemcachedSessionDataMap(List<InetSocketAddress> addresses, XMemcachedClientBuilder builder) {
        this.builder = builder;
        servers = "memcached" + addresses;
        breaker = new CircuitBreaker(servers);
        builder.setName("jetty-sessions");
        builder.setFailureMode(true);
        builder.setSelectorPoolSize(1);
        builder.setHealSessionInterval(HEAL_INTERVAL_MS);
    }

    static int port(String port) {
        String number = port == null || port.isBlank() ? DEFAULT_PORT : port.trim();
        try {
            return new InetSocketAddress(Integer.parseInt(number)).getPort();
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0-65535)", x);
        }
    }

    static int notNegative(String name, int seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException(name + ": " + seconds + " (expected: 0 or more seconds)");
        }
        return seconds;
    }

    static int positive(String name, int milliseconds) {
        if (milliseconds < 1) {
            throw new IllegalArgumentException(name + ": " + milliseconds + " (expected: 1 or more milliseconds)");
        }
        return milliseconds;
    }

    /** The builder of the client, whose further settings may change before the start. */
    public XMemcachedClientBuilder getBuilder() {
        return builder;
    }

    public int getExpirySec() {
        return expirySec;
    }

    /** Sets the seconds after which memcached forgets a session; 0 for when the session expires. */
    public void setExpirySec(int seconds) {
        expirySec = notNegative("expirySec", seconds);
    }

    public int getTimeout() {
        return timeoutMs;
    }

    /** Sets the milliseconds in which a connection is made, and in which a reply arrives. */
    public void setTimeout(int milliseconds) {
        timeoutMs = positive("timeout", milliseconds);
    }

    public boolean isHeartbeats() {
        return heartbeats;
    }

    /** Sets whether idle connections are checked. */
    public void setHeartbeats(boolean check) {
        heartbeats = check;
    }

    @Override
    public void setCodec(SessionDataCodec newCodec) {
        codec = newCodec;
    }

    @Override
    public void initialize(SessionContext sessionContext) {
        context = sessionContext;
    }

    @Override
    protected void doStart() throws Exception {
        if (context == null) {
            throw new IllegalStateException("no context for " + this);
        }
        builder.setOpTimeout(timeoutMs);
        builder.setConnectTimeout(timeoutMs);
        MemcachedClient newClient = builder.build();
        newClient.setEnableHeartBeat(heartbeats);
        client = newClient;
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        MemcachedClient last = client;
        client = null;
        if (last != null) {
            last.shutdown();
        }
    }

    /** A command of memcached. */
    @FunctionalInterface
    private interface Command<T> {
        @Nullable
        T run(MemcachedClient client) throws Exception;
    }

    private <T> T call(Command<T> command) throws Exception {
        MemcachedClient current = client;
        if (current == null) {
            throw new IllegalStateException("not started: " + this);
        }
        return breaker.call(() -> command.run(current), MemcachedSessionDataMap::isUnreachable);
    }

    /** Whether the server is away; errors that it answers say that it is there. */
    private static boolean isUnreachable(Exception failure) {
        return failure instanceof TimeoutException
                || failure instanceof IOException
                || failure.getClass() == MemcachedException.class;
    }

    /** Returns the key of a session: a hash where it would be too long, or has what separates words of the protocol. */
    String key(String id) {
        String key = "jetty:" + context.getCanonicalContextPath() + ":" + context.getVhost() + ":" + id;
        if (key.length() <= MAX_KEY_BYTES && key.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            return key;
        }
        return "jetty-sha256:" + HexFormat.of().formatHex(Digests.sha256(key));
    }

    /** Returns when memcached is to forget a session, as it wants to have it; 0 for never. */
    static int expiry(long seconds, long nowMs) {
        if (seconds <= MAX_RELATIVE_SEC) {
            return (int) Math.max(0, seconds);
        }
        return (int) Math.min(Integer.MAX_VALUE, TimeUnit.MILLISECONDS.toSeconds(nowMs) + seconds);
    }

    private int expiry(SessionData data) {
        long now = System.currentTimeMillis();
        long seconds = expirySec;
        if (data.getExpiry() > 0) {
            // rounded up: the server decides when it expires
            long rest = Math.max(1, TimeUnit.MILLISECONDS.toSeconds(data.getExpiry() - now) + 1);
            seconds = seconds == 0 ? rest : Math.min(seconds, rest);
        }
        return expiry(seconds, now);
    }

    @Override
    public @Nullable SessionData load(String id) throws Exception {
        String key = key(id);
        CacheEntry entry = call(memcached -> memcached.get(key, timeoutMs, BYTES));
        if (entry == null || entry.isLease()) {
            return null;
        }
        SessionData data = codec.decode(context, id, entry.bytes());
        data.loaded();
        return data;
    }

    /** Keeps a session whatever others do, which {@link #keep} does not. */
    @Override
    public void store(String id, SessionData data) throws Exception {
        String key = key(id);
        CacheEntry entry = session(id, data);
        call(memcached -> memcached.set(key, expiry(data), entry, BYTES, timeoutMs));
    }

    private CacheEntry session(String id, SessionData data) throws IOException {
        return new CacheEntry(false, codec.encode(context, id, data));
    }

    @Override
    public boolean delete(String id) throws Exception {
        String key = key(id);
        return call(memcached -> memcached.delete(key, (long) timeoutMs));
    }

    @Override
    public @Nullable Object lease(String id, boolean change) throws Exception {
        String key = key(id);
        UUID unique = UUID.randomUUID();
        CacheEntry lease = new CacheEntry(
                true,
                ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(unique.getMostSignificantBits())
                        .putLong(unique.getLeastSignificantBits())
                        .array());
        boolean made = call(memcached -> change
                ? memcached.set(key, LEASE_SEC, lease, BYTES, timeoutMs)
                : memcached.add(key, LEASE_SEC, lease, BYTES, timeoutMs));
        return made ? lease : null;
    }

    @Override
    public boolean keep(String id, SessionData data, Object lease) throws Exception {
        String key = key(id);
        CacheEntry entry = session(id, data);
        if (entry.bytes().length > CachedData.MAX_SIZE) {
            LOG.debug("session {} of {} bytes is above the size of an item", id, entry.bytes().length);
            return false;
        }
        GetsResponse<CacheEntry> present = call(memcached -> memcached.gets(key, timeoutMs, BYTES));
        if (present == null || !present.getValue().isSame((CacheEntry) lease)) {
            return false;
        }
        try {
            return call(memcached -> memcached.cas(key, expiry(data), entry, BYTES, timeoutMs, present.getCas()));
        } catch (MemcachedServerException x) {
            // no room, above all: its item has a key and a head, too
            LOG.debug("{} does not keep session {} of {} bytes", servers, id, entry.bytes().length, x);
            return false;
        }
    }

    @Override
    public void clear() throws Exception {
        call(memcached -> {
            memcached.flushAll(timeoutMs);
            return null;
        });
    }

    @Override
    public String toString() {
        return servers;
    }
}
