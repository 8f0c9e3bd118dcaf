package org.eclipse.jetty.hazelcast.session;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.config.ClientConnectionStrategyConfig.ReconnectMode;
import com.hazelcast.client.config.XmlClientConfigBuilder;
import com.hazelcast.client.config.YamlClientConfigBuilder;
import com.hazelcast.client.properties.ClientProperty;
import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.XmlConfigBuilder;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The member or client that stores of a factory share: made with the first store that starts. A client ends with the last store. A member ends
 * with the last store when the server ends, as it may have all sessions of an application that is redeployed. Guarded by its monitor.
 */
final class HazelcastInstances {
    private static final Logger LOG = LoggerFactory.getLogger(HazelcastInstances.class);
    private static final String HEARTBEAT_TIMEOUT_MS = "5000";
    private static final String HEARTBEAT_INTERVAL_MS = "1000";
    private static final String INVOCATION_TIMEOUT_SEC = "5";
    private static final String CALL_TIMEOUT_MS = "5000";
    private static final int FIRST_CONNECTION_SEC = 3;
    private static final int MAX_BACKOFF_MS = 1000;
    private static final int INITIAL_BACKOFF_MS = 100;

    String configurationLocation = "";
    String mapName = "jetty-distributed-session-map";
    String instanceName = "JETTY_DISTRIBUTED_SESSION_INSTANCE";
    String addresses = "";
    boolean onlyClient;

    @Nullable
    MapConfig mapConfig;

    @Nullable
    ClientConfig clientConfig;

    @Nullable
    Config serverConfig;

    private @Nullable HazelcastInstance given;
    private @Nullable HazelcastInstance own;
    private int users;

    synchronized void give(@Nullable HazelcastInstance instance) {
        given = instance;
    }

    synchronized @Nullable HazelcastInstance get() {
        return given != null ? given : own;
    }

    /** Returns the instance for a store that starts. */
    synchronized HazelcastInstance acquire() throws IOException {
        HazelcastInstance shared = given != null ? given : own;
        if (shared == null || given == null && !shared.getLifecycleService().isRunning()) {
            shared = onlyClient ? newClient() : newMember();
            own = shared;
        }
        users++;
        return shared;
    }

    /**
     * Notes that a store has stopped.
     *
     * @param ending whether the server stops, and not an application alone
     */
    synchronized void release(boolean ending) {
        users--;
        if (users == 0 && own != null && (onlyClient || ending)) {
            own.shutdown();
            own = null;
        }
    }

    private HazelcastInstance newMember() throws IOException {
        Config config = serverConfig != null ? serverConfig : memberConfig();
        config.setInstanceName(instanceName);
        if (mapConfig != null) {
            config.addMapConfig(mapConfig);
        }
        ClassLoader before = enterOwnLoader();
        try {
            return Hazelcast.getOrCreateHazelcastInstance(config);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private Config memberConfig() throws IOException {
        if (!configurationLocation.isBlank()) {
            try (InputStream in = open(configurationLocation)) {
                return isYaml(configurationLocation)
                        ? new YamlConfigBuilder(in).build()
                        : new XmlConfigBuilder(in).build();
            }
        }
        Config config = new Config();
        config.setClassLoader(HazelcastInstances.class.getClassLoader());
        // reports of use to its makers
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.operation.call.timeout.millis", CALL_TIMEOUT_MS);
        config.setProperty("hazelcast.logging.type", "slf4j");
        return config;
    }

    /** Returns a client that has connected, or that does so as soon as the cluster is there. */
    private HazelcastInstance newClient() throws IOException {
        ClientConfig config = clientConfig != null ? clientConfig : remoteConfig();
        config.setInstanceName(instanceName);
        if (!addresses.isBlank()) {
            config.getNetworkConfig()
                    .setAddresses(Arrays.stream(addresses.split(","))
                            .map(String::trim)
                            .toList());
        }
        // a cluster that is away neither stops the start nor holds threads
        config.getConnectionStrategyConfig().setAsyncStart(true).setReconnectMode(ReconnectMode.ASYNC);
        config.getConnectionStrategyConfig()
                .getConnectionRetryConfig()
                .setInitialBackoffMillis(INITIAL_BACKOFF_MS)
                .setMaxBackoffMillis(MAX_BACKOFF_MS);
        setDefault(config, ClientProperty.HEARTBEAT_TIMEOUT.getName(), HEARTBEAT_TIMEOUT_MS);
        setDefault(config, ClientProperty.HEARTBEAT_INTERVAL.getName(), HEARTBEAT_INTERVAL_MS);
        setDefault(config, ClientProperty.INVOCATION_TIMEOUT_SECONDS.getName(), INVOCATION_TIMEOUT_SEC);
        CountDownLatch connected = new CountDownLatch(1);
        LifecycleListener listener = event -> {
            if (event.getState() == LifecycleEvent.LifecycleState.CLIENT_CONNECTED) {
                connected.countDown();
            }
        };
        config.addListenerConfig(new ListenerConfig(listener));
        ClassLoader before = enterOwnLoader();
        try {
            HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
            if (!connected.await(FIRST_CONNECTION_SEC, TimeUnit.SECONDS)) {
                LOG.debug("{} is not connected yet", client);
            }
            return client;
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while connecting to Hazelcast");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private ClientConfig remoteConfig() throws IOException {
        if (!configurationLocation.isBlank()) {
            try (InputStream in = open(configurationLocation)) {
                return isYaml(configurationLocation)
                        ? new YamlClientConfigBuilder(in).build()
                        : new XmlClientConfigBuilder(in).build();
            }
        }
        ClientConfig config = new ClientConfig();
        config.setClassLoader(HazelcastInstances.class.getClassLoader());
        config.setProperty("hazelcast.logging.type", "slf4j");
        return config;
    }

    private static void setDefault(ClientConfig config, String name, String value) {
        if (config.getProperty(name) == null) {
            config.setProperty(name, value);
        }
    }

    /** Its threads outlive applications, whose loader they would keep otherwise. */
    private static ClassLoader enterOwnLoader() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(HazelcastInstances.class.getClassLoader());
        return before;
    }

    private static boolean isYaml(String location) {
        String name = location.toLowerCase(Locale.ENGLISH);
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }

    private static InputStream open(String location) throws IOException {
        Resource resource = ResourceFactory.root().newResource(location);
        if (resource == null || !resource.exists()) {
            throw new IOException("configurationLocation: " + location + " (expected: a file or URI of XML or YAML)");
        }
        return resource.newInputStream();
    }
}
