/** ALPN by the TLS engine of Conscrypt. */
// Conscrypt is no named module
@SuppressWarnings("requires-automatic")
module org.eclipse.jetty.alpn.conscrypt.server {
    requires transitive org.eclipse.jetty.alpn.server;
    requires org.conscrypt;
    requires static org.jspecify;

    exports org.eclipse.jetty.alpn.conscrypt.server;

    provides org.eclipse.jetty.io.ssl.ALPNProcessor.Server with
            org.eclipse.jetty.alpn.conscrypt.server.ConscryptServerALPNProcessor;
}
