package org.eclipse.jetty.ee10.websocket.jakarta.server.config;

import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppConfiguration;
import org.eclipse.jetty.ee10.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;

/**
 * Shows applications what the standard WebSocket API looks up with their class loader, and the filter, which they may put
 * into their descriptors. Thread-safe.
 */
public class JakartaWebSocketConfiguration extends AbstractConfiguration {
    public JakartaWebSocketConfiguration() {
        super(new Builder()
                .addDependencies(WebXmlConfiguration.class, MetaInfConfiguration.class, WebInfConfiguration.class)
                .addDependents(WebAppConfiguration.class)
                .protectAndExpose(
                        "org.eclipse.jetty.ee10.websocket.servlet.",
                        "org.eclipse.jetty.ee10.websocket.jakarta.server.config.",
                        "org.eclipse.jetty.ee10.websocket.jakarta.client.JakartaWebSocketClientContainerProvider"));
    }
}
