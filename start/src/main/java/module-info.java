/**
 * Launches a server base that is assembled from modules.
 *
 * <p>Depends on nothing but the JDK, so that {@code start.jar} is a single file that starts quickly. {@code jdk.net} style
 * additions are left out on purpose: everything else is found on the class path that this module computes.
 */
module org.eclipse.jetty.start {
    requires java.xml;
    requires static org.jspecify;

    exports org.eclipse.jetty.start;
}
