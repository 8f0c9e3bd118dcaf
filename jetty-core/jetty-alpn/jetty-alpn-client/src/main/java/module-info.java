/** ALPN (RFC 7301) for clients, with the engine of any TLS provider. */
module org.eclipse.jetty.alpn.client {
    requires transitive org.eclipse.jetty.io;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.alpn.client;

    uses org.eclipse.jetty.io.ssl.ALPNProcessor.Client;
}
