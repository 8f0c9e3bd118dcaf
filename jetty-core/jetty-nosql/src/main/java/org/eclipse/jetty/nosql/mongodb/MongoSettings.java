package org.eclipse.jetty.nosql.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.StringUtil;

/** How MongoDB is reached, and where its sessions are; each is checked when it is set. */
final class MongoSettings {
    private static final int DEFAULT_PORT = 27017;
    private static final int DEFAULT_TIMEOUT_MS = 5000;
    private static final int MAX_PORT = 65535;

    String dbName = "HttpSessions";
    String collectionName = "jettySessions";
    String host = "localhost";
    String connectionString = "";
    int port = DEFAULT_PORT;
    int timeoutMs = DEFAULT_TIMEOUT_MS;

    void setDbName(String name) {
        dbName = notBlank("dbName", name);
    }

    void setCollectionName(String name) {
        collectionName = notBlank("collectionName", name);
    }

    void setHost(String name) {
        host = notBlank("host", name);
    }

    private static String notBlank(String name, String value) {
        if (StringUtil.isBlank(value)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a name)");
        }
        return value;
    }

    void setPort(int number) {
        if (number < 1 || number > MAX_PORT) {
            throw new IllegalArgumentException("port: " + number + " (expected: 1-65535)");
        }
        port = number;
    }

    void setConnectionString(String string) {
        if (StringUtil.isNotBlank(string)) {
            try {
                new ConnectionString(string);
            } catch (IllegalArgumentException x) {
                // the string may have a password
                throw new IllegalArgumentException(
                        "connectionString (expected: mongodb://host:port/?option=value): " + x.getMessage(), x);
            }
        }
        connectionString = string == null ? "" : string;
    }

    void setTimeout(int milliseconds) {
        if (milliseconds < 1) {
            throw new IllegalArgumentException("timeout: " + milliseconds + " (expected: 1 or more milliseconds)");
        }
        timeoutMs = milliseconds;
    }

    /** The settings of the driver; a time-out in the connection string wins. */
    MongoClientSettings client() {
        MongoClientSettings.Builder builder = MongoClientSettings.builder()
                .applicationName("jetty")
                .timeout(timeoutMs, TimeUnit.MILLISECONDS)
                .applyToSocketSettings(socket -> socket.connectTimeout(timeoutMs, TimeUnit.MILLISECONDS))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(timeoutMs, TimeUnit.MILLISECONDS));
        if (connectionString.isBlank()) {
            builder.applyToClusterSettings(cluster -> cluster.hosts(List.of(new ServerAddress(host, port))));
        } else {
            builder.applyConnectionString(new ConnectionString(connectionString));
        }
        return builder.build();
    }

    /** Where the sessions are, without user and password. */
    @Override
    public String toString() {
        String servers = connectionString.isBlank()
                ? host + ":" + port
                : String.valueOf(new ConnectionString(connectionString).getHosts());
        return "MongoDB[" + servers + "," + dbName + "." + collectionName + "]";
    }
}
