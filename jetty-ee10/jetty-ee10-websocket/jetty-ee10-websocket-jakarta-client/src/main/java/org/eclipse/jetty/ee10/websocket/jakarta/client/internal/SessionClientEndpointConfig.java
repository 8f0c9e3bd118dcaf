package org.eclipse.jetty.ee10.websocket.jakarta.client.internal;

import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.Decoder;
import jakarta.websocket.Encoder;
import jakarta.websocket.Extension;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.ee10.websocket.jakarta.client.api.ClientConfigApi;

/**
 * The configuration of a client endpoint in one session: it has user properties of its own, which begin as those of the
 * endpoint (WebSocket section 2.1.5). Thread-safe.
 */
public final class SessionClientEndpointConfig implements ClientEndpointConfig {
    private final ClientEndpointConfig config;
    private final Map<String, Object> userProperties;

    public SessionClientEndpointConfig(ClientEndpointConfig config) {
        this.config = config;
        // applications put null into it, when there is no HttpSession for instance
        userProperties = Collections.synchronizedMap(new HashMap<>(config.getUserProperties()));
    }

    @Override
    public List<String> getPreferredSubprotocols() {
        return config.getPreferredSubprotocols();
    }

    @Override
    public List<Extension> getExtensions() {
        return config.getExtensions();
    }

    /** Is of the API from 2.1 on. */
    public SSLContext getSSLContext() {
        return ClientConfigApi.sslContext(config);
    }

    @Override
    public Configurator getConfigurator() {
        return config.getConfigurator();
    }

    @Override
    public List<Class<? extends Encoder>> getEncoders() {
        return config.getEncoders();
    }

    @Override
    public List<Class<? extends Decoder>> getDecoders() {
        return config.getDecoders();
    }

    @Override
    public Map<String, Object> getUserProperties() {
        return userProperties;
    }
}
