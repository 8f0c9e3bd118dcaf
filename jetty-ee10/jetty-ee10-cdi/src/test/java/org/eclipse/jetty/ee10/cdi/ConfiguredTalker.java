package org.eclipse.jetty.ee10.cdi;

import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;

/** One whose configurator leaves the making of instances to the container. */
@ServerEndpoint(value = "/configured", configurator = ConfiguredTalker.AnyOrigin.class)
public class ConfiguredTalker extends Talker {
    /** Lets all origins in. */
    public static class AnyOrigin extends ServerEndpointConfig.Configurator {
        @Override
        public boolean checkOrigin(String origin) {
            return true;
        }
    }
}
