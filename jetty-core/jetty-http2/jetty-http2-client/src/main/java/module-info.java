/** HTTP/2 connections of clients, within TLS and in clear text (RFC 9113): sessions and streams, below HTTP's semantics. */
@SuppressWarnings("module") // its name ends with the number of the protocol
module org.eclipse.jetty.http2.client {
    requires transitive org.eclipse.jetty.http2.common;
    requires org.eclipse.jetty.alpn.client;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.http2.client;
}
