package org.eclipse.jetty.redis.session;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLParameters;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.security.Password;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * The connections to Redis that stores share: made with the first call, and closed when the last store stops. Thread-safe.
 */
final class RedisConnector {
    private final RedisSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private int users;
    private volatile @Nullable UnifiedJedis client;

    RedisConnector(RedisSettings settings) {
        this.settings = settings;
    }

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
        if (!lock.tryLock(settings.timeoutMs, TimeUnit.MILLISECONDS)) {
            // counted as a failure of the store, and not repeated
            String message = "no connection to " + this + " within " + settings.timeoutMs + " ms";
            throw new JedisConnectionException(message, new SocketTimeoutException(message));
        }
        try {
            if (users == 0) {
                throw new IllegalStateException("not started: " + this);
            }
            UnifiedJedis made = client;
            if (made == null) {
                made = newClient();
                client = made;
            }
            return made;
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

    private UnifiedJedis newClient() throws Exception {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(settings.maxConnections);
        pool.setMaxIdle(settings.maxConnections);
        pool.setMaxWait(Duration.ofMillis(settings.timeoutMs));
        pool.setJmxEnabled(false);
        JedisClientConfig config = config(settings.user, settings.password)
                .database(settings.database)
                .build();
        return switch (settings.type) {
            case SINGLE ->
                RedisClient.builder()
                        .hostAndPort(hosts().iterator().next())
                        .clientConfig(config)
                        .poolConfig(pool)
                        .build();
            case SENTINEL ->
                RedisSentinelClient.builder()
                        .masterName(settings.master)
                        .sentinels(hosts())
                        .sentinelClientConfig(config(settings.sentinelUser, settings.sentinelPassword)
                                .build())
                        .clientConfig(config)
                        .poolConfig(pool)
                        .build();
            case CLUSTER ->
                RedisClusterClient.builder()
                        .nodes(hosts())
                        .maxTotalRetriesDuration(Duration.ofMillis(settings.timeoutMs))
                        .clientConfig(config)
                        .poolConfig(pool)
                        .build();
        };
    }

    private DefaultJedisClientConfig.Builder config(String name, String secret) throws Exception {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .timeoutMillis(settings.timeoutMs)
                .clientName("jetty");
        if (!name.isBlank()) {
            config.user(name);
        }
        if (!secret.isBlank()) {
            config.password(new Password(secret).toString());
        }
        if (settings.tls) {
            config.ssl(true)
                    .sslSocketFactory(
                            Objects.requireNonNull(newSslContextFactory().getSslContext(), "started")
                                    .getSocketFactory());
            SSLParameters parameters = new SSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            config.sslParameters(parameters);
        }
        return config;
    }

    private SslContextFactory.Client newSslContextFactory() throws Exception {
        SslContextFactory.Client ssl = new SslContextFactory.Client();
        if (!settings.trustStorePath.isBlank()) {
            ssl.setTrustStorePath(settings.trustStorePath);
            ssl.setTrustStorePassword(settings.trustStorePassword);
        }
        if (!settings.keyStorePath.isBlank()) {
            ssl.setKeyStorePath(settings.keyStorePath);
            ssl.setKeyStorePassword(settings.keyStorePassword);
        }
        ssl.start();
        return ssl;
    }

    private Set<HostAndPort> hosts() {
        Set<HostAndPort> hosts = new LinkedHashSet<>();
        for (HostPort host : settings.hosts()) {
            hosts.add(new HostAndPort(host.getHost(), host.getPort()));
        }
        return hosts;
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
