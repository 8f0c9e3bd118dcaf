package org.eclipse.jetty.redis.session;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLParameters;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.security.Password;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;

/**
 * The connections to Redis that stores share: made with the first call, and closed when the last store stops. Thread-safe once it is
 * set up.
 */
final class RedisConnector {
    private static final int DEFAULT_PORT = 6379;
    private static final int DEFAULT_SENTINEL_PORT = 26379;
    private static final int DEFAULT_TIMEOUT_MS = 2000;
    private static final int DEFAULT_MAX_CONNECTIONS = 32;

    /** What the nodes are. */
    enum Type {
        SINGLE,
        SENTINEL,
        CLUSTER
    }

    private final ReentrantLock lock = new ReentrantLock();
    private int users;
    private volatile UnifiedJedis client;

    private Type type = Type.SINGLE;
    private String nodes = "localhost:" + DEFAULT_PORT;
    private String master = "mymaster";
    private String user = "";
    private String password = "";
    private String sentinelUser = "";
    private String sentinelPassword = "";
    private int database;
    private boolean tls;
    private String trustStorePath = "";
    private String trustStorePassword = "";
    private String keyStorePath = "";
    private String keyStorePassword = "";
    private int timeoutMs = DEFAULT_TIMEOUT_MS;
    private int maxConnections = DEFAULT_MAX_CONNECTIONS;

    /** Notes that a store begins to use it. */
    void acquire() {
        lock.lock();
        try {
            users++;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a store does not use it any longer. */
    void release() {
        UnifiedJedis unused = null;
        lock.lock();
        try {
            users--;
            if (users == 0) {
                unused = client;
                client = null;
            }
        } finally {
            lock.unlock();
        }
        if (unused != null) {
            unused.close();
        }
    }

    /** Returns the client; one thread makes it, and others wait for the time-out at most. */
    UnifiedJedis client() throws Exception {
        UnifiedJedis current = client;
        if (current != null) {
            return current;
        }
        if (!lock.tryLock(timeoutMs, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("no connection to " + this + " within " + timeoutMs + " ms");
        }
        try {
            if (users == 0) {
                throw new IllegalStateException("not started: " + this);
            }
            if (client == null) {
                client = newClient();
            }
            return client;
        } finally {
            lock.unlock();
        }
    }

    /** Drops connections that wait for their next use: the server that they led to may have restarted. */
    void dropIdle() {
        if (client instanceof RedisClient single) {
            single.getPool().clear();
        }
    }

    int getTimeout() {
        return timeoutMs;
    }

    private UnifiedJedis newClient() throws Exception {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(maxConnections);
        pool.setMaxIdle(maxConnections);
        pool.setMaxWait(Duration.ofMillis(timeoutMs));
        pool.setJmxEnabled(false);
        JedisClientConfig config = config(user, password).database(database).build();
        return switch (type) {
            case SINGLE ->
                RedisClient.builder()
                        .hostAndPort(hosts(DEFAULT_PORT).iterator().next())
                        .clientConfig(config)
                        .poolConfig(pool)
                        .build();
            case SENTINEL ->
                RedisSentinelClient.builder()
                        .masterName(master)
                        .sentinels(hosts(DEFAULT_SENTINEL_PORT))
                        .sentinelClientConfig(
                                config(sentinelUser, sentinelPassword).build())
                        .clientConfig(config)
                        .poolConfig(pool)
                        .build();
            case CLUSTER ->
                RedisClusterClient.builder()
                        .nodes(hosts(DEFAULT_PORT))
                        .maxTotalRetriesDuration(Duration.ofMillis(timeoutMs))
                        .clientConfig(config)
                        .poolConfig(pool)
                        .build();
        };
    }

    private DefaultJedisClientConfig.Builder config(String name, String secret) throws Exception {
        DefaultJedisClientConfig.Builder config =
                DefaultJedisClientConfig.builder().timeoutMillis(timeoutMs).clientName("jetty");
        if (!name.isBlank()) {
            config.user(name);
        }
        if (!secret.isBlank()) {
            config.password(new Password(secret).toString());
        }
        if (tls) {
            config.ssl(true)
                    .sslSocketFactory(newSslContextFactory().getSslContext().getSocketFactory());
            SSLParameters parameters = new SSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            config.sslParameters(parameters);
        }
        return config;
    }

    private SslContextFactory.Client newSslContextFactory() throws Exception {
        SslContextFactory.Client ssl = new SslContextFactory.Client();
        if (!trustStorePath.isBlank()) {
            ssl.setTrustStorePath(trustStorePath);
            ssl.setTrustStorePassword(trustStorePassword);
        }
        if (!keyStorePath.isBlank()) {
            ssl.setKeyStorePath(keyStorePath);
            ssl.setKeyStorePassword(keyStorePassword);
        }
        ssl.start();
        return ssl;
    }

    private Set<HostAndPort> hosts(int defaultPort) {
        Set<HostAndPort> hosts = new LinkedHashSet<>();
        for (String node : nodes.split(",")) {
            HostPort hostPort = parse(node.trim());
            hosts.add(new HostAndPort(hostPort.getHost(), hostPort.getPort(defaultPort)));
        }
        return hosts;
    }

    private static HostPort parse(String node) {
        try {
            HostPort hostPort = new HostPort(node);
            if (!hostPort.getHost().isBlank()) {
                return hostPort;
            }
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("nodes: " + node + " (expected: host:port)", x);
        }
        throw new IllegalArgumentException("nodes: " + node + " (expected: host:port)");
    }

    void setType(Type value) {
        type = value;
    }

    void setNodes(String value) {
        for (String node : value.split(",", -1)) {
            parse(node.trim());
        }
        nodes = value;
    }

    void setMaster(String value) {
        master = value;
    }

    void setUser(String value) {
        user = value;
    }

    void setPassword(String value) {
        password = value;
    }

    void setSentinelUser(String value) {
        sentinelUser = value;
    }

    void setSentinelPassword(String value) {
        sentinelPassword = value;
    }

    void setDatabase(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("database: " + value + " (expected: 0 or more)");
        }
        database = value;
    }

    void setTls(boolean value) {
        tls = value;
    }

    void setTrustStorePath(String value) {
        trustStorePath = value;
    }

    void setTrustStorePassword(String value) {
        trustStorePassword = value;
    }

    void setKeyStorePath(String value) {
        keyStorePath = value;
    }

    void setKeyStorePassword(String value) {
        keyStorePassword = value;
    }

    void setTimeout(int milliseconds) {
        if (milliseconds < 1) {
            throw new IllegalArgumentException("timeout: " + milliseconds + " (expected: 1 or more milliseconds)");
        }
        timeoutMs = milliseconds;
    }

    void setMaxConnections(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("maxConnections: " + number + " (expected: 1 or more)");
        }
        maxConnections = number;
    }

    @Override
    public String toString() {
        return "Redis[" + type + "," + nodes + "]";
    }
}
