/** Connectors that listen on Unix-domain sockets, for proxies on the same machine. */
module org.eclipse.jetty.unixdomain.server {
    requires transitive org.eclipse.jetty.server;
    requires org.slf4j;

    exports org.eclipse.jetty.unixdomain.server;
}
