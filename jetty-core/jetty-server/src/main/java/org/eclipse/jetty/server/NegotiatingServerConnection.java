package org.eclipse.jetty.server;

import java.util.List;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the end of the TLS handshake and gives way to a connection of the protocol that was chosen in it. Confined to its
 * connection.
 */
public abstract class NegotiatingServerConnection extends AbstractConnection {
    private static final Logger LOG = LoggerFactory.getLogger(NegotiatingServerConnection.class);

    /** A factory that is for some TLS protocols and cipher suites only. */
    public interface CipherDiscriminator {
        boolean isAcceptable(String protocol, String tlsProtocol, @Nullable String tlsCipher);
    }

    private final Connector connector;
    private final SSLEngine engine;
    private final List<String> protocols;
    private final String defaultProtocol;
    private volatile @Nullable String protocol;

    protected NegotiatingServerConnection(
            Connector connector, EndPoint endPoint, SSLEngine engine, List<String> protocols, String defaultProtocol) {
        super(endPoint, connector.getExecutor());
        this.connector = connector;
        this.engine = engine;
        this.protocols = protocols;
        this.defaultProtocol = defaultProtocol;
    }

    public List<String> getProtocols() {
        return protocols;
    }

    public String getDefaultProtocol() {
        return defaultProtocol;
    }

    public Connector getConnector() {
        return connector;
    }

    public SSLEngine getSSLEngine() {
        return engine;
    }

    /** The protocol that was chosen; null until then. */
    public @Nullable String getProtocol() {
        return protocol;
    }

    protected void setProtocol(String chosen) {
        protocol = chosen;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        fillInterested();
    }

    @Override
    public void onFillable() {
        try {
            // makes the handshake go on; bytes of the application are kept for the next connection
            if (getEndPoint().fill(org.eclipse.jetty.util.BufferUtil.EMPTY_BUFFER) < 0) {
                close();
                return;
            }
        } catch (Throwable x) {
            LOG.debug("no handshake: {}", this, x);
            getEndPoint().close(x);
            return;
        }
        if (protocol == null && getEndPoint().getSslSessionData() != null) {
            // the handshake is done, and the client named no protocols
            protocol = defaultProtocol;
        }
        if (protocol == null || getEndPoint().getSslSessionData() == null) {
            fillInterested();
            return;
        }
        next();
    }

    private void next() {
        ConnectionFactory factory = connector.getConnectionFactory(protocol);
        if (factory == null) {
            LOG.warn(
                    "no connection factory for '{}', which was chosen in the TLS handshake (known: {})",
                    protocol,
                    connector.getProtocols());
            close();
            return;
        }
        EndPoint endPoint = getEndPoint();
        Connection next = factory.newConnection(connector, endPoint);
        endPoint.upgrade(next);
    }

    @Override
    public void close() {
        // a client may wait for the end before it ends its side
        getEndPoint().shutdownOutput();
        super.close();
    }
}
