/** The standard WebSocket API on the core, for servers and clients. */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.websocket.jakarta.common {
    requires transitive jakarta.websocket;
    requires transitive org.eclipse.jetty.websocket.core.common;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.websocket.jakarta.common;
    exports org.eclipse.jetty.ee10.websocket.jakarta.common.coders;
    exports org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;
    exports org.eclipse.jetty.ee10.websocket.jakarta.common.messages;
}
