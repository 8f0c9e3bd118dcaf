/** The choice of a protocol in the TLS handshake (RFC 7301), whichever provider makes it. */
module org.eclipse.jetty.alpn.server {
    requires transitive org.eclipse.jetty.server;
    requires static org.jspecify;

    exports org.eclipse.jetty.alpn.server;

    uses org.eclipse.jetty.io.ssl.ALPNProcessor.Server;
}
