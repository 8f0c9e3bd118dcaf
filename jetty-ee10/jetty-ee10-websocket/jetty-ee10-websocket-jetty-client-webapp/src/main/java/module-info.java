/** Shows web applications the client of the Jetty WebSocket API. */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.websocket.jetty.client.webapp {
    requires transitive org.eclipse.jetty.ee10.webapp;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.websocket.client.config;

    provides org.eclipse.jetty.ee10.webapp.Configuration with
            org.eclipse.jetty.ee10.websocket.client.config.JettyWebSocketClientConfiguration;
}
