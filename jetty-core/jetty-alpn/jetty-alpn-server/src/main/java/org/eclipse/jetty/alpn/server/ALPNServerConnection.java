package org.eclipse.jetty.alpn.server;

import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.jspecify.annotations.Nullable;

/** Chooses the first of the server's protocols that the client names. Confined to its connection. */
public class ALPNServerConnection extends NegotiatingServerConnection {
    public ALPNServerConnection(
            Connector connector, EndPoint endPoint, SSLEngine engine, List<String> protocols, String defaultProtocol) {
        super(connector, endPoint, engine, protocols, defaultProtocol);
    }

    /** The client names no protocols: it gets the default. */
    public void unsupported() {
        select(List.of());
    }

    /**
     * Chooses from the protocols of the client.
     *
     * @throws IllegalStateException if there is none that both sides speak, upon which the handshake is to fail
     */
    public void select(List<String> clientProtocols) {
        if (clientProtocols.isEmpty()) {
            setProtocol(getDefaultProtocol());
            return;
        }
        SSLSession session = getSSLEngine().getHandshakeSession();
        for (String protocol : getProtocols()) {
            if (clientProtocols.contains(protocol) && isAcceptable(protocol, session)) {
                setProtocol(protocol);
                return;
            }
        }
        SSLHandshakeException cause = new SSLHandshakeException(
                "no protocol in common: " + clientProtocols + " (expected: " + getProtocols() + ")");
        throw new IllegalStateException(cause);
    }

    private boolean isAcceptable(String protocol, @Nullable SSLSession session) {
        ConnectionFactory factory = getConnector().getConnectionFactory(protocol);
        if (factory == null) {
            return false;
        }
        if (session == null || !(factory instanceof CipherDiscriminator discriminator)) {
            return true;
        }
        // some providers choose the protocol before the cipher suite
        String cipher = session.getCipherSuite();
        boolean known = cipher != null && !cipher.contains("_NULL_");
        return discriminator.isAcceptable(protocol, session.getProtocol(), known ? cipher : null);
    }
}
