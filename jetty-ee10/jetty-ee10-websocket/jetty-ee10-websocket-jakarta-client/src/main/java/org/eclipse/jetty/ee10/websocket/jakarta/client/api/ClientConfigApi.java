package org.eclipse.jetty.ee10.websocket.jakarta.client.api;

import jakarta.websocket.ClientEndpointConfig;
import javax.net.ssl.SSLContext;

/** What WebSocket 2.1 has in the configuration of client endpoints. Thread-safe. */
public final class ClientConfigApi {
    private ClientConfigApi() {}

    /** Returns what TLS connections are made with; null for the defaults. */
    public static SSLContext sslContext(ClientEndpointConfig config) {
        return config.getSSLContext();
    }
}
