/** Proxies: requests are passed on to other servers by the HTTP client. */
module org.eclipse.jetty.proxy {
    requires transitive org.eclipse.jetty.client;
    requires transitive org.eclipse.jetty.server;
    requires org.slf4j;

    exports org.eclipse.jetty.proxy;
}
