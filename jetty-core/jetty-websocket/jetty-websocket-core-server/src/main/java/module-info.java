/** The upgrade of requests of HTTP/1.1 (RFC 6455) and HTTP/2 (RFC 8441) to WebSocket. */
module org.eclipse.jetty.websocket.core.server {
    requires transitive org.eclipse.jetty.websocket.core.common;
    requires transitive org.eclipse.jetty.server;
    requires org.slf4j;

    exports org.eclipse.jetty.websocket.core.server;
}
