/**
 * Injection and life-cycle callbacks of objects that a container makes, and the resources that go there, without a word about
 * annotations or servlets.
 */
module org.eclipse.jetty.plus {
    requires transitive java.sql;
    requires transitive org.eclipse.jetty.jndi;
    requires transitive org.eclipse.jetty.security;
    requires transitive org.eclipse.jetty.util;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.plus.annotation;
    exports org.eclipse.jetty.plus.jndi;
    exports org.eclipse.jetty.plus.security;
}
