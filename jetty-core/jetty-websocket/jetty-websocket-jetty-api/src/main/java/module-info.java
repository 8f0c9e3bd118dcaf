/** The API for WebSocket endpoints; it depends on nothing. */
module org.eclipse.jetty.websocket.api {
    requires static org.jspecify;

    exports org.eclipse.jetty.websocket.api;
    exports org.eclipse.jetty.websocket.api.annotations;
    exports org.eclipse.jetty.websocket.api.exceptions;
    exports org.eclipse.jetty.websocket.api.util;

    uses org.eclipse.jetty.websocket.api.ExtensionConfig.Parser;
}
