package org.eclipse.jetty.alpn.bouncycastle.server;

import java.security.Security;
import javax.net.ssl.SSLEngine;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.BCSSLEngine;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.eclipse.jetty.alpn.server.ProtocolSelector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.ALPNProcessor;

/**
 * Has the engines of Bouncy Castle ask for the choice among the client's protocols, and makes the providers known to the JVM, as
 * {@code BCJSSE} for TLS and {@code BC} for what that needs, unless they are. Thread-safe.
 */
public class BouncyCastleServerALPNProcessor implements ALPNProcessor.Server {
    @Override
    public void init() {
        if (Security.getProvider(BouncyCastleProvider.PROVIDER_NAME) == null) {
            Security.addProvider(new BouncyCastleProvider());
        }
        if (Security.getProvider(BouncyCastleJsseProvider.PROVIDER_NAME) == null) {
            Security.addProvider(new BouncyCastleJsseProvider());
        }
    }

    @Override
    public boolean appliesTo(SSLEngine sslEngine) {
        return sslEngine instanceof BCSSLEngine;
    }

    @Override
    public void configure(SSLEngine sslEngine, Connection connection) {
        ProtocolSelector.configure(sslEngine, connection);
    }
}
