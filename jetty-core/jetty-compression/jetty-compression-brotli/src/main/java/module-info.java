/** The content coding br (RFC 7932), by the native library of brotli4j. */
module org.eclipse.jetty.compression.brotli {
    requires transitive org.eclipse.jetty.compression;
    requires transitive com.aayushatharva.brotli4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.compression.brotli;

    provides org.eclipse.jetty.compression.Compression with
            org.eclipse.jetty.compression.brotli.BrotliCompression;
}
