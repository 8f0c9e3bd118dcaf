/** Filters and servlets that web applications may use. Depends on the servlet layer, and on no other environment. */
// the digits are those of the environment's name
@SuppressWarnings("module")
module org.eclipse.jetty.ee10.servlets {
    requires transitive jakarta.servlet;
    requires transitive org.eclipse.jetty.util;
    requires org.eclipse.jetty.ee10.servlet;
    requires org.eclipse.jetty.http;
    requires org.eclipse.jetty.server;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.servlets;
}
