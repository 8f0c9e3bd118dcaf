package org.eclipse.jetty.alpn.java.server;

import java.util.List;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.alpn.server.ALPNServerConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.ALPNProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the engine of the JDK ask for the choice among the client's protocols. Thread-safe. */
public class JDK9ServerALPNProcessor implements ALPNProcessor.Server {
    private static final Logger LOG = LoggerFactory.getLogger(JDK9ServerALPNProcessor.class);

    @Override
    public boolean appliesTo(SSLEngine sslEngine) {
        Module module = sslEngine.getClass().getModule();
        return module != null && "java.base".equals(module.getName());
    }

    @Override
    public void configure(SSLEngine sslEngine, Connection connection) {
        ALPNServerConnection alpn = (ALPNServerConnection) connection;
        sslEngine.setHandshakeApplicationProtocolSelector((engine, clientProtocols) -> select(alpn, clientProtocols));
    }

    /** The protocol; null to have the handshake fail with no_application_protocol (RFC 7301 section 3.2). */
    private static String select(ALPNServerConnection alpn, List<String> clientProtocols) {
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
