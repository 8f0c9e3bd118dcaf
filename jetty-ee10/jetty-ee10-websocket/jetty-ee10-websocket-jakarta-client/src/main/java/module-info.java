/** Clients of the standard WebSocket API. */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.websocket.jakarta.client {
    requires transitive org.eclipse.jetty.ee10.websocket.jakarta.common;
    requires transitive org.eclipse.jetty.websocket.core.client;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.websocket.jakarta.client;

    provides jakarta.websocket.ContainerProvider with
            org.eclipse.jetty.ee10.websocket.jakarta.client.JakartaWebSocketClientContainerProvider;
}
