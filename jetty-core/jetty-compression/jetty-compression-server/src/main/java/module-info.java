/** The handler that encodes responses and decodes requests by content codings. */
module org.eclipse.jetty.compression.server {
    requires transitive org.eclipse.jetty.compression;
    requires transitive org.eclipse.jetty.server;
    requires static org.jspecify;

    exports org.eclipse.jetty.compression.server;

    uses org.eclipse.jetty.compression.Compression;
}
