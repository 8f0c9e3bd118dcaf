/**
 * Finds applications of any environment in directories, and deploys, redeploys and undeploys them.
 *
 * <p>Knows no servlet: what a context is made of is the business of its class, which an environment names.
 */
module org.eclipse.jetty.deploy {
    requires transitive org.eclipse.jetty.server;
    requires transitive org.eclipse.jetty.util;
    requires transitive org.eclipse.jetty.xml;
    requires java.xml;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.deploy;

    provides org.eclipse.jetty.xml.ConfigurationCheck with
            org.eclipse.jetty.deploy.internal.DeployCheck;
}
