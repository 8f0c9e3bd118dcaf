package org.eclipse.jetty.nosql.mongodb;

import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.SessionManager;
import org.jspecify.annotations.Nullable;

/**
 * Creates stores in MongoDB, which share a client.
 *
 * <p>Settings change before the first store is started, and are not thread-safe.
 */
public class MongoSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private final MongoSettings settings = new MongoSettings();
    private final MongoConnector connector = new MongoConnector(settings);

    @Override
    public SessionDataStore getSessionDataStore(@Nullable SessionManager manager) {
        MongoSessionDataStore store = new MongoSessionDataStore(connector);
        configure(store);
        return store;
    }

    public String getHost() {
        return settings.host;
    }

    /** Sets the host of the server, where there is no connection string. */
    public void setHost(String host) {
        settings.setHost(host);
    }

    public int getPort() {
        return settings.port;
    }

    /** Sets the port of the server, where there is no connection string. */
    public void setPort(int port) {
        settings.setPort(port);
    }

    public String getDbName() {
        return settings.dbName;
    }

    public void setDbName(String name) {
        settings.setDbName(name);
    }

    public String getCollectionName() {
        return settings.collectionName;
    }

    public void setCollectionName(String name) {
        settings.setCollectionName(name);
    }

    public String getConnectionString() {
        return settings.connectionString;
    }

    /**
     * Sets how the servers are reached, with user, TLS and other options of the driver.
     *
     * @param string such as {@code mongodb://one.example,two.example/?replicaSet=shop&tls=true}; null or empty for host and port
     */
    public void setConnectionString(String string) {
        settings.setConnectionString(string);
    }

    public int getTimeout() {
        return settings.timeoutMs;
    }

    /**
     * Sets the milliseconds in which an operation is complete, with the choice of a server and a connection. An option
     * {@code timeoutMS} of the connection string wins.
     */
    public void setTimeout(int milliseconds) {
        settings.setTimeout(milliseconds);
    }
}
