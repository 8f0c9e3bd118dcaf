/** Input and output without blocking: selectors, endpoints, buffers, content sources and sinks. */
module org.eclipse.jetty.io {
    requires transitive org.eclipse.jetty.util;
    requires transitive org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.io;
    exports org.eclipse.jetty.io.content;
    exports org.eclipse.jetty.io.ssl;
}
