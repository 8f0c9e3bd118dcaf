/** Endpoints of the Jetty API above the core, on either side of a connection. */
@SuppressWarnings("module") // the client is built after this module
module org.eclipse.jetty.websocket.common {
    requires transitive org.eclipse.jetty.websocket.api;
    requires transitive org.eclipse.jetty.websocket.core.common;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.websocket.common;
    exports org.eclipse.jetty.websocket.common.internal to
            org.eclipse.jetty.websocket.client;

    provides org.eclipse.jetty.websocket.api.ExtensionConfig.Parser with
            org.eclipse.jetty.websocket.common.ExtensionConfigParser;
}
