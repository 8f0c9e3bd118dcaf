/** The server: connectors, the HTTP/1.1 connection, requests, responses, handlers, contexts. */
@SuppressWarnings("module") // the modules that it opens a package to come later
module org.eclipse.jetty.server {
    requires transitive org.eclipse.jetty.http;

    // only where MBeans of the thread pool and the JVM are asked for (dump, allocation figures)
    requires static java.management;
    requires static org.jspecify;

    exports org.eclipse.jetty.server;
    exports org.eclipse.jetty.server.handler;
    exports org.eclipse.jetty.server.handler.gzip;
    exports org.eclipse.jetty.server.internal.admission to
            org.eclipse.jetty.proxy;
    exports org.eclipse.jetty.server.internal.coding to
            org.eclipse.jetty.compression.server;
    exports org.eclipse.jetty.server.internal.restart to
            org.eclipse.jetty.unixdomain.server;
}
