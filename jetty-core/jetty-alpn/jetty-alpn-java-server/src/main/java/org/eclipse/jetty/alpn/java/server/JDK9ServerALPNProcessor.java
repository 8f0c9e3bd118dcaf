package org.eclipse.jetty.alpn.java.server;

import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.alpn.server.ProtocolSelector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.ALPNProcessor;

/** Has the engine of the JDK ask for the choice among the client's protocols. Thread-safe. */
public class JDK9ServerALPNProcessor implements ALPNProcessor.Server {
    @Override
    public boolean appliesTo(SSLEngine sslEngine) {
        Module module = sslEngine.getClass().getModule();
        return module != null && "java.base".equals(module.getName());
    }

    @Override
    public void configure(SSLEngine sslEngine, Connection connection) {
        ProtocolSelector.configure(sslEngine, connection);
    }
}
