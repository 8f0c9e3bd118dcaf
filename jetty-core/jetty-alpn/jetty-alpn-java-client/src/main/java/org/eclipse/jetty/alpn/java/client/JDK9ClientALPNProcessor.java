package org.eclipse.jetty.alpn.java.client;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.eclipse.jetty.alpn.client.ALPNClientConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.ALPNProcessor;

/** Has the engine of the JDK offer the protocols of a client. Thread-safe. */
public class JDK9ClientALPNProcessor implements ALPNProcessor.Client {
    @Override
    public boolean appliesTo(SSLEngine sslEngine) {
        Module module = sslEngine.getClass().getModule();
        return module != null && "java.base".equals(module.getName());
    }

    @Override
    public void configure(SSLEngine sslEngine, Connection connection) {
        ALPNClientConnection alpn = (ALPNClientConnection) connection;
        SSLParameters parameters = sslEngine.getSSLParameters();
        parameters.setApplicationProtocols(alpn.getProtocols().toArray(String[]::new));
        sslEngine.setSSLParameters(parameters);
    }
}
