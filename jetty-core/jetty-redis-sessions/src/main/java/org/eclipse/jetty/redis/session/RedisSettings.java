package org.eclipse.jetty.redis.session;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.HostPort;

/** How Redis is reached. It is set up without the library of the client. Not thread-safe. */
final class RedisSettings {
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

    Type type = Type.SINGLE;
    String nodes = "localhost:" + DEFAULT_PORT;
    String master = "mymaster";
    String user = "";
    String password = "";
    String sentinelUser = "";
    String sentinelPassword = "";
    int database;
    boolean tls;
    String trustStorePath = "";
    String trustStorePassword = "";
    String keyStorePath = "";
    String keyStorePassword = "";
    int timeoutMs = DEFAULT_TIMEOUT_MS;
    int maxConnections = DEFAULT_MAX_CONNECTIONS;

    /** The nodes, all with their ports. */
    List<HostPort> hosts() {
        int defaultPort = type == Type.SENTINEL ? DEFAULT_SENTINEL_PORT : DEFAULT_PORT;
        List<HostPort> hosts = new ArrayList<>();
        for (String node : nodes.split(",")) {
            HostPort hostPort = parse(node.trim());
            hosts.add(new HostPort(hostPort.getHost(), hostPort.getPort(defaultPort)));
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
