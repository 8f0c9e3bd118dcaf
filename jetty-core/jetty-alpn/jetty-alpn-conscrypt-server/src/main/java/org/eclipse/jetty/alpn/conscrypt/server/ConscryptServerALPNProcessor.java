package org.eclipse.jetty.alpn.conscrypt.server;

import java.security.Security;
import javax.net.ssl.SSLEngine;
import org.conscrypt.Conscrypt;
import org.eclipse.jetty.alpn.server.ProtocolSelector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.ALPNProcessor;

/**
 * Has the engines of Conscrypt ask for the choice among the client's protocols, and makes the provider known to the JVM, as
 * {@code Conscrypt}, unless it is. Thread-safe.
 */
public class ConscryptServerALPNProcessor implements ALPNProcessor.Server {
    /** Loads the native library, and fails where there is none for the platform. */
    @Override
    public void init() {
        Conscrypt.checkAvailability();
        if (Security.getProvider("Conscrypt") == null) {
            Security.addProvider(Conscrypt.newProvider());
        }
    }

    @Override
    public boolean appliesTo(SSLEngine sslEngine) {
        return Conscrypt.isConscrypt(sslEngine);
    }

    @Override
    public void configure(SSLEngine sslEngine, Connection connection) {
        ProtocolSelector.configure(sslEngine, connection);
    }
}
