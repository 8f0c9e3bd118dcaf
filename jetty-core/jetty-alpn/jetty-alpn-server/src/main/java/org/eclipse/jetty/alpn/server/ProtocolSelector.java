package org.eclipse.jetty.alpn.server;

import java.util.List;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has an engine ask a connection for the protocol, by the method that TLS providers share since Java 9. Thread-safe. */
public final class ProtocolSelector {
    private static final Logger LOG = LoggerFactory.getLogger(ProtocolSelector.class);

    private ProtocolSelector() {}

    /** Sets up the engine of a connection, which is an {@link ALPNServerConnection}. */
    public static void configure(SSLEngine sslEngine, Connection connection) {
        ALPNServerConnection alpn = (ALPNServerConnection) connection;
        sslEngine.setHandshakeApplicationProtocolSelector((engine, clientProtocols) -> select(alpn, clientProtocols));
    }

    /** The protocol; null to have the handshake fail with no_application_protocol (RFC 7301, section 3.2). */
    private static @Nullable String select(ALPNServerConnection alpn, List<String> clientProtocols) {
        try {
            if (clientProtocols.isEmpty()) {
                alpn.unsupported();
                // none is told, as none was named
                return "";
            }
            alpn.select(clientProtocols);
            return alpn.getProtocol();
        } catch (IllegalStateException x) {
            LOG.debug("no protocol for {}: {}", clientProtocols, alpn, x);
            return null;
        }
    }
}
