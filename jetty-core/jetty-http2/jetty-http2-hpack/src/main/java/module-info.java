/** Header compression of HTTP/2 (RFC 7541), for both sides of a connection and without a network. */
@SuppressWarnings("module") // its name ends with the number of the protocol
module org.eclipse.jetty.http2.hpack {
    requires transitive org.eclipse.jetty.http;
    requires static org.jspecify;

    exports org.eclipse.jetty.http2.hpack;
}
