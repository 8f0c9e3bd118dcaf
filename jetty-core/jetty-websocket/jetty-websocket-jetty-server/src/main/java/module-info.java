/** Upgrades requests to endpoints of the Jetty API. */
module org.eclipse.jetty.websocket.server {
    requires transitive org.eclipse.jetty.websocket.common;
    requires transitive org.eclipse.jetty.websocket.core.server;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.websocket.server;
}
