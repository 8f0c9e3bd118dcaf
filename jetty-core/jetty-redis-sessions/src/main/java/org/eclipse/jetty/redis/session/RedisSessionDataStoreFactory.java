package org.eclipse.jetty.redis.session;

import java.util.Arrays;
import java.util.Locale;
import org.eclipse.jetty.redis.session.RedisSettings.Type;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.SessionManager;
import org.jspecify.annotations.Nullable;

/**
 * Creates stores in Redis or Valkey, which share the connections of this factory.
 *
 * <p>Settings change before the first store is started, and are not thread-safe.
 */
public class RedisSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private final RedisSettings settings = new RedisSettings();
    private @Nullable RedisConnector connector;
    private String keyPrefix = "jetty:session";

    @Override
    public synchronized SessionDataStore getSessionDataStore(@Nullable SessionManager manager) {
        RedisConnector shared = connector;
        if (shared == null) {
            shared = new RedisConnector(settings);
            connector = shared;
        }
        RedisSessionDataStore store = new RedisSessionDataStore(shared, keyPrefix);
        configure(store);
        return store;
    }

    /**
     * Sets what the nodes are.
     *
     * @param type {@code single} for one server, {@code sentinel} for the sentinels of a master and its replicas, or
     *     {@code cluster} for some nodes of a cluster
     */
    public void setType(String type) {
        try {
            settings.setType(Type.valueOf(type.trim().toUpperCase(Locale.ENGLISH)));
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(
                    "type: " + type + " (expected: "
                            + String.join(
                                    ", ",
                                    Arrays.stream(Type.values())
                                            .map(value -> value.name().toLowerCase(Locale.ENGLISH))
                                            .toList())
                            + ")",
                    x);
        }
    }

    /** Sets the nodes: {@code host:port}, separated by commas; an IPv6 address is within brackets. */
    public void setNodes(String nodes) {
        settings.setNodes(nodes);
    }

    /** Sets the name that the sentinels know the master by. */
    public void setMaster(String name) {
        settings.setMaster(name);
    }

    /** Sets the user (ACL of Redis 6); empty for the default user. */
    public void setUser(String user) {
        settings.setUser(user);
    }

    /** Sets the password, which may be obfuscated; empty for none. */
    public void setPassword(String password) {
        settings.setPassword(password);
    }

    /** Sets the user of the sentinels; empty for the default user. */
    public void setSentinelUser(String user) {
        settings.setSentinelUser(user);
    }

    /** Sets the password of the sentinels, which may be obfuscated; empty for none. */
    public void setSentinelPassword(String password) {
        settings.setSentinelPassword(password);
    }

    /** Sets the number of the database, which clusters have only one of. */
    public void setDatabase(int number) {
        settings.setDatabase(number);
    }

    /** Sets whether connections are encrypted; the certificate of the server must be of its host. */
    public void setTls(boolean tls) {
        settings.setTls(tls);
    }

    /** Sets the file of the certificates that are trusted, a PKCS12 key store; empty for those that the JVM trusts. */
    public void setTrustStorePath(String path) {
        settings.setTrustStorePath(path);
    }

    public void setTrustStorePassword(String password) {
        settings.setTrustStorePassword(password);
    }

    /** Sets the file of the certificate and key of this client, a PKCS12 key store; empty for none. */
    public void setKeyStorePath(String path) {
        settings.setKeyStorePath(path);
    }

    public void setKeyStorePassword(String password) {
        settings.setKeyStorePassword(password);
    }

    /** Sets the milliseconds in which a connection is made, a connection is free, and a reply arrives: each of the three. */
    public void setTimeout(int milliseconds) {
        settings.setTimeout(milliseconds);
    }

    /** Sets the most connections to a node; further requests wait for one that is free, for the time-out at most. */
    public void setMaxConnections(int number) {
        settings.setMaxConnections(number);
    }

    /** Sets what the keys begin with. */
    public void setKeyPrefix(String prefix) {
        if (prefix == null || prefix.isBlank()) {
            throw new IllegalArgumentException("keyPrefix: " + prefix + " (expected: what keys in Redis begin with)");
        }
        keyPrefix = prefix;
    }
}
