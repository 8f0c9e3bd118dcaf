package org.eclipse.jetty.ee10.websocket.server.config;

import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppConfiguration;
import org.eclipse.jetty.ee10.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;

/** Shows applications the Jetty WebSocket API and the servlets that upgrade to it. Thread-safe. */
public class JettyWebSocketConfiguration extends AbstractConfiguration {
    public JettyWebSocketConfiguration() {
        super(new Builder()
                .addDependencies(WebXmlConfiguration.class, MetaInfConfiguration.class, WebInfConfiguration.class)
                .addDependents(WebAppConfiguration.class)
                .protectAndExpose(
                        "org.eclipse.jetty.websocket.api.",
                        "org.eclipse.jetty.ee10.websocket.server.",
                        "org.eclipse.jetty.ee10.websocket.servlet.")
                .hide(
                        "org.eclipse.jetty.ee10.websocket.server.internal.",
                        "org.eclipse.jetty.ee10.websocket.server.config."));
    }
}
