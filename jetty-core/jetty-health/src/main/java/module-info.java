/** Tells orchestrators and load balancers whether the server is alive, ready and started. */
module org.eclipse.jetty.health {
    requires transitive org.eclipse.jetty.server;
    // for the check of deadlocks
    requires java.management;
    requires static org.jspecify;

    exports org.eclipse.jetty.health;
}
