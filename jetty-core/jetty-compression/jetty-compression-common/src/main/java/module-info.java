/** Content codings: what all of them have in common, for servers and clients. */
module org.eclipse.jetty.compression {
    requires transitive org.eclipse.jetty.http;
    requires static org.jspecify;

    exports org.eclipse.jetty.compression;
}
