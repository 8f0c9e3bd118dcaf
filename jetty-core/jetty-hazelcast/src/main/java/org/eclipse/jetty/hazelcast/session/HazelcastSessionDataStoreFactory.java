package org.eclipse.jetty.hazelcast.session;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.MapConfig;
import com.hazelcast.core.HazelcastInstance;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.SessionManager;
import org.jspecify.annotations.Nullable;

/**
 * Creates stores in a map of Hazelcast, which share a member or a client.
 *
 * <p>Settings change before the first store is started, and are not thread-safe.
 */
public class HazelcastSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private final HazelcastInstances instances = new HazelcastInstances();
    private boolean useQueries = true;

    @Override
    public SessionDataStore getSessionDataStore(@Nullable SessionManager manager) {
        Server server = manager instanceof AbstractSessionManager known ? known.getServer() : null;
        BooleanSupplier ending = () -> server != null && !server.isRunning();
        HazelcastSessionDataStore store = new HazelcastSessionDataStore(instances, ending);
        store.setUseQueries(useQueries);
        configure(store);
        return store;
    }

    public boolean isUseQueries() {
        return useQueries;
    }

    /** Sets whether expired sessions that no server holds in memory are searched for; see {@link HazelcastSessionDataStore#setUseQueries}. */
    public void setUseQueries(boolean use) {
        useQueries = use;
    }

    public boolean isOnlyClient() {
        return instances.onlyClient;
    }

    /** Sets whether this JVM is a client of a cluster, and not a member of one. */
    public void setOnlyClient(boolean client) {
        instances.onlyClient = client;
    }

    public String getConfigurationLocation() {
        return instances.configurationLocation;
    }

    /** Sets the file or URI of the configuration of the member or client, as XML or YAML; none, or empty, for the defaults. */
    public void setConfigurationLocation(@Nullable String location) {
        instances.configurationLocation = location == null ? "" : location;
    }

    public String getMapName() {
        return instances.mapName;
    }

    /** Sets the name of the map. */
    public void setMapName(String name) {
        instances.mapName = notBlank("mapName", name);
    }

    /** The member or client; null before the first store was started. */
    public @Nullable HazelcastInstance getHazelcastInstance() {
        return instances.get();
    }

    /** Sets a member or client that is there, which is not shut down; no other setting but the name of the map counts then. */
    public void setHazelcastInstance(@Nullable HazelcastInstance instance) {
        instances.give(instance);
    }

    public @Nullable MapConfig getMapConfig() {
        return instances.mapConfig;
    }

    /** Sets the configuration of the map of a member; null for that of its file, or the defaults. */
    public void setMapConfig(@Nullable MapConfig config) {
        instances.mapConfig = config;
    }

    public String getHazelcastInstanceName() {
        return instances.instanceName;
    }

    /** Sets the name of the member or client; a member of this name in this JVM is used if there is one. */
    public void setHazelcastInstanceName(String name) {
        instances.instanceName = notBlank("hazelcastInstanceName", name);
    }

    public String getAddresses() {
        return instances.addresses;
    }

    /** Sets some members for the client: {@code host:port}, separated by commas; empty for those of its configuration. */
    public void setAddresses(@Nullable String addresses) {
        instances.addresses = addresses == null ? "" : addresses;
    }

    public @Nullable ClientConfig getClientConfig() {
        return instances.clientConfig;
    }

    /** Sets the configuration of the client, in place of a file. */
    public void setClientConfig(@Nullable ClientConfig config) {
        instances.clientConfig = config;
    }

    public @Nullable Config getServerConfig() {
        return instances.serverConfig;
    }

    /** Sets the configuration of the member, in place of a file. */
    public void setServerConfig(@Nullable Config config) {
        instances.serverConfig = config;
    }

    private static String notBlank(String name, String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a name)");
        }
        return value;
    }
}
