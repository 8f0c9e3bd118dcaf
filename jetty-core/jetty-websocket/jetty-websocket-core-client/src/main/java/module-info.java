/** The opening handshake of a client (RFC 6455, section 4.1). */
module org.eclipse.jetty.websocket.core.client {
    requires transitive org.eclipse.jetty.client;
    requires transitive org.eclipse.jetty.websocket.core.common;
    requires static org.jspecify;

    exports org.eclipse.jetty.websocket.core.client;
}
