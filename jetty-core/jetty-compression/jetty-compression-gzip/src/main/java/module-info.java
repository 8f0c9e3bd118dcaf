/** The content coding gzip (RFC 1952). */
module org.eclipse.jetty.compression.gzip {
    requires transitive org.eclipse.jetty.compression;
    requires static org.jspecify;

    exports org.eclipse.jetty.compression.gzip;

    provides org.eclipse.jetty.compression.Compression with
            org.eclipse.jetty.compression.gzip.GzipCompression;
}
