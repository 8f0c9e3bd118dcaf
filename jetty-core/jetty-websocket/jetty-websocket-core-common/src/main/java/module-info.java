/** WebSocket without the upgrade: frames, sessions, extensions (RFC 6455, RFC 7692). */
module org.eclipse.jetty.websocket.core.common {
    requires transitive org.eclipse.jetty.http;
    requires transitive org.eclipse.jetty.io;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.websocket.core;
    exports org.eclipse.jetty.websocket.core.exception;
    exports org.eclipse.jetty.websocket.core.messages;
    exports org.eclipse.jetty.websocket.core.util;

    uses org.eclipse.jetty.websocket.core.Extension;

    provides org.eclipse.jetty.websocket.core.Extension with
            org.eclipse.jetty.websocket.core.PerMessageDeflateExtension;
}
