/** The HTTP client over HTTP/2: requests are streams of sessions. */
@SuppressWarnings("module") // a part of its name ends with the number of the protocol
module org.eclipse.jetty.http2.client.transport {
    requires transitive org.eclipse.jetty.client;
    requires transitive org.eclipse.jetty.http2.client;
    requires org.eclipse.jetty.alpn.client;
    requires static org.jspecify;

    exports org.eclipse.jetty.http2.client.transport;
}
