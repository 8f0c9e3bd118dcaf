/** A servlet that passes requests on to scripts of a FastCGI application, such as PHP-FPM. */
@SuppressWarnings("module") // its name ends with the number of the environment
module org.eclipse.jetty.ee10.fcgi.proxy {
    requires transitive org.eclipse.jetty.ee10.proxy;
    requires org.eclipse.jetty.ee10.servlet;
    requires org.eclipse.jetty.fcgi.proxy;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.fcgi.proxy;
}
