package org.eclipse.jetty.ee10.websocket.client.config;

import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppConfiguration;
import org.eclipse.jetty.ee10.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;

/**
 * Shows applications the Jetty WebSocket API and its client, with what the client is told about TLS. An application stops the
 * clients that it makes. Thread-safe.
 */
public class JettyWebSocketClientConfiguration extends AbstractConfiguration {
    public JettyWebSocketClientConfiguration() {
        super(new Builder()
                .addDependencies(WebXmlConfiguration.class, MetaInfConfiguration.class, WebInfConfiguration.class)
                .addDependents(WebAppConfiguration.class)
                .protectAndExpose(
                        "org.eclipse.jetty.websocket.api.",
                        "org.eclipse.jetty.websocket.client.",
                        "org.eclipse.jetty.util.ssl.")
                .hide("org.eclipse.jetty.websocket.client.internal."));
    }
}
