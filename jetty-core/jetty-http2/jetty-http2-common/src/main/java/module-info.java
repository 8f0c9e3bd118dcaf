/** What both sides of HTTP/2 need (RFC 9113): frames, error codes, flow control, accounting of abuse. */
@SuppressWarnings("module") // its name ends with the number of the protocol
module org.eclipse.jetty.http2.common {
    requires transitive org.eclipse.jetty.http2.hpack;

    exports org.eclipse.jetty.http2;
}
