package org.eclipse.jetty.ee10.websocket.jakarta.server.internal;

import jakarta.websocket.Decoder;
import jakarta.websocket.Encoder;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration of an endpoint in one session: it has user properties of its own, which begin as those of the endpoint
 * (WebSocket section 2.1.5). Thread-safe.
 */
final class SessionServerEndpointConfig implements ServerEndpointConfig {
    private final ServerEndpointConfig config;
    private final Map<String, Object> userProperties;

    SessionServerEndpointConfig(ServerEndpointConfig config) {
        this.config = config;
        // applications put null into it, when there is no HttpSession for instance
        userProperties = Collections.synchronizedMap(new HashMap<>(config.getUserProperties()));
    }

    @Override
    public Class<?> getEndpointClass() {
        return config.getEndpointClass();
    }

    @Override
    public String getPath() {
        return config.getPath();
    }

    @Override
    public List<String> getSubprotocols() {
        return config.getSubprotocols();
    }

    @Override
    public List<Extension> getExtensions() {
        return config.getExtensions();
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
