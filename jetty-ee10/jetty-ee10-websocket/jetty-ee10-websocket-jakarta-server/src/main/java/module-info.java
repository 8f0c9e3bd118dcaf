/** Server endpoints of the standard WebSocket API, in servlet contexts and web applications. */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.websocket.jakarta.server {
    requires org.eclipse.jetty.ee10.websocket.servlet;
    requires transitive org.eclipse.jetty.ee10.webapp;
    requires transitive org.eclipse.jetty.ee10.websocket.jakarta.client;
    requires transitive org.eclipse.jetty.websocket.core.server;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.websocket.jakarta.server;
    exports org.eclipse.jetty.ee10.websocket.jakarta.server.config;

    provides jakarta.servlet.ServletContainerInitializer with
            org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
    provides jakarta.websocket.server.ServerEndpointConfig.Configurator with
            org.eclipse.jetty.ee10.websocket.jakarta.server.config.ContainerDefaultConfigurator;
    provides org.eclipse.jetty.ee10.webapp.Configuration with
            org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketConfiguration;
}
