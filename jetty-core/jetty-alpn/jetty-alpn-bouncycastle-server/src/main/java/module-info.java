/** ALPN by the TLS engine of Bouncy Castle. */
module org.eclipse.jetty.alpn.bouncycastle.server {
    requires transitive org.eclipse.jetty.alpn.server;
    requires org.bouncycastle.provider;
    requires org.bouncycastle.tls;
    requires static org.jspecify;

    exports org.eclipse.jetty.alpn.bouncycastle.server;

    provides org.eclipse.jetty.io.ssl.ALPNProcessor.Server with
            org.eclipse.jetty.alpn.bouncycastle.server.BouncyCastleServerALPNProcessor;
}
