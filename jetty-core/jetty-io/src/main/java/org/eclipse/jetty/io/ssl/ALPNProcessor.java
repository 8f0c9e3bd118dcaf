package org.eclipse.jetty.io.ssl;

import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.Connection;

/**
 * Makes the TLS engine of a provider choose a protocol in the handshake (RFC 7301). Found as a service. Thread-safe.
 */
public interface ALPNProcessor {
    /**
     * Called once, before it is used.
     *
     * @throws RuntimeException if it cannot be used here
     */
    default void init() {}

    /** Whether it knows the engine. */
    default boolean appliesTo(SSLEngine sslEngine) {
        return false;
    }

    /**
     * Sets up the engine of a new connection.
     *
     * @param connection is notified of the choice
     */
    default void configure(SSLEngine sslEngine, Connection connection) {}

    /** For the side of the server. */
    interface Server extends ALPNProcessor {}

    /** For the side of the client. */
    interface Client extends ALPNProcessor {}
}
