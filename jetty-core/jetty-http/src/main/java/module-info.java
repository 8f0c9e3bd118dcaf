/**
 * HTTP messages without a network: fields, URIs, parser and generator of HTTP/1, cookies, multipart, MIME types, path
 * mappings, content of resources.
 *
 * <p>The io module is required transitively because content is read from and written to its sources and sinks.
 */
module org.eclipse.jetty.http {
    requires transitive org.eclipse.jetty.io;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.http;
    exports org.eclipse.jetty.http.coding;
    exports org.eclipse.jetty.http.content;
    exports org.eclipse.jetty.http.pathmap;
}
