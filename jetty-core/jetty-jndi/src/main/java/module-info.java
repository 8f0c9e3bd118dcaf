/**
 * A directory of names in memory for the Java Naming and Directory Interface, with a {@code java:comp} for each application.
 *
 * <p>The package of the URL context is named as {@link javax.naming.spi.NamingManager#getURLContext} asks for.
 */
module org.eclipse.jetty.jndi {
    requires transitive java.naming;
    requires transitive org.eclipse.jetty.util;
    requires static org.jspecify;

    exports org.eclipse.jetty.jndi;
    exports org.eclipse.jetty.jndi.java;
}
