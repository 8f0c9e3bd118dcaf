/** HTTP/2 connections of the server, within TLS and in clear text (RFC 9113, RFC 8441). */
@SuppressWarnings("module") // its name ends with the number of the protocol
module org.eclipse.jetty.http2.server {
    requires transitive org.eclipse.jetty.http2.common;
    requires transitive org.eclipse.jetty.server;
    requires static org.jspecify;

    exports org.eclipse.jetty.http2.server;
}
