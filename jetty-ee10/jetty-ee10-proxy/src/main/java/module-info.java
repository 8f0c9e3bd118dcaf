/** Servlets that pass requests on to other servers. Depends on the servlet layer, and on no other environment. */
// the digits are those of the environment's name
@SuppressWarnings("module")
module org.eclipse.jetty.ee10.proxy {
    requires transitive jakarta.servlet;
    requires transitive org.eclipse.jetty.client;
    requires transitive org.slf4j;
    requires org.eclipse.jetty.ee10.servlet;
    requires org.eclipse.jetty.proxy;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.proxy;
}
