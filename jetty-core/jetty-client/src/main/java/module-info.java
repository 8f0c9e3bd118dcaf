/** The asynchronous HTTP client. Its API is that of the HTTP module's fields and of the io module's content. */
@SuppressWarnings("module") // the transports that it exports to are compiled later
module org.eclipse.jetty.client {
    requires transitive org.eclipse.jetty.http;
    requires org.eclipse.jetty.alpn.client;
    requires transitive org.eclipse.jetty.compression;
    requires java.security.jgss;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.client;
    // exchanges, which transports carry
    exports org.eclipse.jetty.client.internal to
            org.eclipse.jetty.fcgi.client,
            org.eclipse.jetty.http2.client.transport;
    exports org.eclipse.jetty.client.transport;

    uses org.eclipse.jetty.compression.Compression;
}
