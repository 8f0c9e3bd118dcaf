/** ALPN of clients by the TLS engine of the JDK. */
module org.eclipse.jetty.alpn.java.client {
    requires transitive org.eclipse.jetty.alpn.client;
    requires static org.jspecify;

    exports org.eclipse.jetty.alpn.java.client;

    provides org.eclipse.jetty.io.ssl.ALPNProcessor.Client with
            org.eclipse.jetty.alpn.java.client.JDK9ClientALPNProcessor;
}
