/** The content coding zstd (RFC 8878, RFC 9659), by the native library of zstd-jni. */
module org.eclipse.jetty.compression.zstandard {
    requires transitive org.eclipse.jetty.compression;
    requires com.github.luben.zstd_jni;
    requires static org.jspecify;

    exports org.eclipse.jetty.compression.zstandard;

    provides org.eclipse.jetty.compression.Compression with
            org.eclipse.jetty.compression.zstandard.ZstandardCompression;
}
