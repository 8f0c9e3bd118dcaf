/** ALPN by the TLS engine of the JDK. */
module org.eclipse.jetty.alpn.java.server {
    requires transitive org.eclipse.jetty.alpn.server;
    requires static org.jspecify;

    exports org.eclipse.jetty.alpn.java.server;

    provides org.eclipse.jetty.io.ssl.ALPNProcessor.Server with
            org.eclipse.jetty.alpn.java.server.JDK9ServerALPNProcessor;
}
