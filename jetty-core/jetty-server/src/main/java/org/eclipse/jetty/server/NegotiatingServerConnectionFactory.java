package org.eclipse.jetty.server;

import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.jspecify.annotations.Nullable;

/** Creates connections that choose the protocol within TLS during its handshake. Thread-safe once started. */
public abstract class NegotiatingServerConnectionFactory extends AbstractConnectionFactory {
    private final List<String> negotiatedProtocols;
    private @Nullable String defaultProtocol;

    /** @param negotiatedProtocols those to choose from, the preferred one first; none for all that the connector has */
    public NegotiatingServerConnectionFactory(String protocol, String... negotiatedProtocols) {
        super(protocol);
        List<String> names = new ArrayList<>();
        if (negotiatedProtocols != null) {
            for (String name : negotiatedProtocols) {
                if (!name.isBlank()) {
                    names.add(name.trim());
                }
            }
        }
        this.negotiatedProtocols = names;
    }

    @ManagedAttribute("The protocol for clients that name none; null for the last one of those to choose from")
    public @Nullable String getDefaultProtocol() {
        return defaultProtocol;
    }

    public void setDefaultProtocol(@Nullable String protocol) {
        defaultProtocol = protocol == null || protocol.isBlank() ? null : protocol.trim();
    }

    /** The protocols to choose from, the preferred one first; empty for all that the connector has. */
    public List<String> getNegotiatedProtocols() {
        return negotiatedProtocols;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        List<String> protocols = negotiatedProtocols;
        if (protocols.isEmpty()) {
            protocols = new ArrayList<>();
            for (String name : connector.getProtocols()) {
                ConnectionFactory factory = connector.getConnectionFactory(name);
                if (factory != this && !(factory instanceof SslConnectionFactory)) {
                    protocols.add(name);
                }
            }
        }
        String fallback = defaultProtocol;
        if (fallback == null) {
            fallback = protocols.isEmpty() ? HttpVersion.HTTP_1_1.asString() : protocols.get(protocols.size() - 1);
        }
        return configure(
                newServerConnection(connector, endPoint, engine(endPoint), protocols, fallback), connector, endPoint);
    }

    private static SSLEngine engine(EndPoint endPoint) {
        EndPoint current = endPoint;
        while (current != null) {
            if (current instanceof SslConnection.SslEndPoint ssl) {
                return ssl.getSslConnection().getSSLEngine();
            }
            current = current instanceof EndPoint.Wrapper wrapper ? wrapper.unwrap() : null;
        }
        throw new IllegalStateException("no TLS below " + endPoint + ", in which the protocol could be chosen");
    }

    protected abstract AbstractConnection newServerConnection(
            Connector connector, EndPoint endPoint, SSLEngine engine, List<String> protocols, String defaultProtocol);

    @Override
    public String toString() {
        return String.format(
                "%s@%x{%s,%s,%s}",
                getClass().getSimpleName(), hashCode(), getProtocols(), defaultProtocol, negotiatedProtocols);
    }
}
