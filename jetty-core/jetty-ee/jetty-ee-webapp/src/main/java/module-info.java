/**
 * What web applications of all environments share: which classes of the server they see, how they load their own, and what
 * their libraries bring.
 */
module org.eclipse.jetty.ee.webapp {
    requires transitive org.eclipse.jetty.server;
    requires transitive org.eclipse.jetty.util;
    requires org.eclipse.jetty.xml;
    requires static java.sql;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee.webapp;
}
