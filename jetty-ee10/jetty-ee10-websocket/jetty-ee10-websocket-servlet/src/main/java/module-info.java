/** Upgrades of requests to WebSocket within servlet contexts. */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.websocket.servlet {
    requires transitive org.eclipse.jetty.ee10.servlet;
    requires transitive org.eclipse.jetty.websocket.core.server;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.websocket.servlet;
}
