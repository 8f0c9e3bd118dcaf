/** What both sides of HTTP/2 need (RFC 9113): frames, error codes, flow control, accounting of abuse. */
@SuppressWarnings("module") // its name ends with the number of the protocol
module org.eclipse.jetty.http2.common {
    requires transitive org.eclipse.jetty.http2.hpack;
    requires static org.jspecify;

    exports org.eclipse.jetty.http2;
    exports org.eclipse.jetty.http2.api;
    exports org.eclipse.jetty.http2.frames;
    // what connections of both sides are made of, and no application needs
    exports org.eclipse.jetty.http2.internal to
            org.eclipse.jetty.http2.client,
            org.eclipse.jetty.http2.client.transport,
            org.eclipse.jetty.http2.server;
}
