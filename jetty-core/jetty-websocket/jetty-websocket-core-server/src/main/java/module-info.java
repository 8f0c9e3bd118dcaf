/** The upgrade of requests of HTTP/1.1 (RFC 6455) and HTTP/2 (RFC 8441) to WebSocket. */
module org.eclipse.jetty.websocket.core.server {
    requires transitive org.eclipse.jetty.websocket.core.common;
    requires transitive org.eclipse.jetty.server;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.websocket.core.server;
}
