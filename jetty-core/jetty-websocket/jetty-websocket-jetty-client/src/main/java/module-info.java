/** Connects endpoints of the Jetty API to servers. */
module org.eclipse.jetty.websocket.client {
    requires transitive org.eclipse.jetty.websocket.common;
    requires transitive org.eclipse.jetty.websocket.core.client;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.websocket.client;
}
