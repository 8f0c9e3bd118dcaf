/** Connectors that listen on Unix-domain sockets, for proxies on the same machine. */
module org.eclipse.jetty.unixdomain.server {
    requires transitive org.eclipse.jetty.server;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.unixdomain.server;
}
