/** Proxies: requests are passed on to other servers by the HTTP client. */
module org.eclipse.jetty.proxy {
    requires transitive org.eclipse.jetty.client;
    requires transitive org.eclipse.jetty.server;
    // for the check of a configuration, which runs in the class path
    requires static org.eclipse.jetty.xml;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.proxy;
}
