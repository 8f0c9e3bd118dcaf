/** Servlets that upgrade requests to WebSocket, with the Jetty WebSocket API. */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.websocket.jetty.server {
    requires transitive org.eclipse.jetty.ee10.webapp;
    requires org.eclipse.jetty.ee10.websocket.servlet;
    requires transitive org.eclipse.jetty.websocket.common;
    requires org.eclipse.jetty.websocket.core.server;
    requires transitive org.eclipse.jetty.websocket.api;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.websocket.server;
    exports org.eclipse.jetty.ee10.websocket.server.config;

    provides jakarta.servlet.ServletContainerInitializer with
            org.eclipse.jetty.ee10.websocket.server.config.JettyWebSocketServletContainerInitializer;
    provides org.eclipse.jetty.ee10.webapp.Configuration with
            org.eclipse.jetty.ee10.websocket.server.config.JettyWebSocketConfiguration;
}
