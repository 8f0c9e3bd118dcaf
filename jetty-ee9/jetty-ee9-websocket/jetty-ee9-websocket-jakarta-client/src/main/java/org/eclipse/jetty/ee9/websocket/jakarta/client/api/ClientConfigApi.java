package org.eclipse.jetty.ee9.websocket.jakarta.client.api;

import jakarta.websocket.ClientEndpointConfig;
import javax.net.ssl.SSLContext;

/** What WebSocket 2.1 has in the configuration of client endpoints, for those before. Thread-safe. */
public final class ClientConfigApi {
    /** The user property with what TLS connections are made with. */
    private static final String SSL_CONTEXT = SSLContext.class.getName();

    private ClientConfigApi() {}

    /** Returns what TLS connections are made with, from the user properties; null for the defaults. */
    public static SSLContext sslContext(ClientEndpointConfig config) {
        return (SSLContext) config.getUserProperties().get(SSL_CONTEXT);
    }
}
