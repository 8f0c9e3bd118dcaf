package org.eclipse.jetty.maven;

import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;

/** The parameter {@code httpConnector} of a goal: where the server listens for HTTP/1.1. Confined to its goal. */
public class MavenServerConnector {
    /** The property, of Maven or of the JVM, with the port where none is configured. */
    public static final String PORT_SYSPROPERTY = "jetty.http.port";

    public static final int DEFAULT_PORT = 8080;

    private @Nullable String host;
    private @Nullable Integer port;
    private @Nullable String name;
    private long idleTimeout = 30_000;

    public @Nullable String getHost() {
        return host;
    }

    /** Sets the address to listen at; null for all. */
    public void setHost(@Nullable String host) {
        this.host = host;
    }

    /** Returns the port, if one is configured. */
    public @Nullable Integer getPort() {
        return port;
    }

    /**
     * Sets the port; 0 for any that is free.
     *
     * @throws IllegalArgumentException when it is no port
     */
    public void setPort(int port) {
        this.port = checkPort("httpConnector.port", Integer.toString(port));
    }

    public @Nullable String getName() {
        return name;
    }

    public void setName(@Nullable String name) {
        this.name = name;
    }

    public long getIdleTimeout() {
        return idleTimeout;
    }

    /** Sets after which time without a byte a connection is closed, in milliseconds. */
    public void setIdleTimeout(long idleTimeout) {
        this.idleTimeout = idleTimeout;
    }

    /** Sets the port to that of {@link #PORT_SYSPROPERTY} in the given text, or 8080, unless one is configured. */
    public void setDefaultPort(@Nullable String text) {
        if (port == null) {
            port = text == null || text.isBlank() ? DEFAULT_PORT : checkPort(PORT_SYSPROPERTY, text.trim());
        }
    }

    /** The port to listen at. */
    int port() {
        Integer configured = port;
        return configured == null ? DEFAULT_PORT : configured;
    }

    /** Adds the connector to a server. */
    public void addTo(Server server) {
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory());
        connector.setHost(host);
        connector.setPort(port());
        connector.setIdleTimeout(idleTimeout);
        if (name != null) {
            connector.setName(name);
        }
        server.addConnector(connector);
    }

    private static int checkPort(String setting, String text) {
        try {
            int value = Integer.parseInt(text);
            if (value >= 0 && value <= 65535) {
                return value;
            }
        } catch (NumberFormatException x) {
            // said below
        }
        throw new IllegalArgumentException(setting + ": " + text + " (expected: 0-65535)");
    }
}
