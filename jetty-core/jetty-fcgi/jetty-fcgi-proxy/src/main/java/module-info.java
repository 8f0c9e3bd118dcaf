/** Passes requests on to scripts of a FastCGI application. */
module org.eclipse.jetty.fcgi.proxy {
    requires transitive org.eclipse.jetty.fcgi.client;
    requires transitive org.eclipse.jetty.proxy;
    requires static org.jspecify;

    exports org.eclipse.jetty.fcgi.proxy;
}
