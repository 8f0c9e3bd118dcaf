/** ALPN by the TLS engine of Bouncy Castle. */
module org.eclipse.jetty.alpn.bouncycastle.server {
    requires transitive org.eclipse.jetty.alpn.server;
    requires org.bouncycastle.provider;
    requires org.bouncycastle.tls;

    exports org.eclipse.jetty.alpn.bouncycastle.server;

    provides org.eclipse.jetty.io.ssl.ALPNProcessor.Server with
            org.eclipse.jetty.alpn.bouncycastle.server.BouncyCastleServerALPNProcessor;
}
