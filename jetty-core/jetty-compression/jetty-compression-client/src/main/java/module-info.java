/** Content codings that an application chooses for its HTTP client, which finds those of its class path by itself. */
module org.eclipse.jetty.compression.client {
    requires transitive org.eclipse.jetty.client;
    requires static org.jspecify;

    exports org.eclipse.jetty.compression.client;
}
