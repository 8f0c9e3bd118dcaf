/** A page for operators: what a running server does, and what they change about it. */
module org.eclipse.jetty.console {
    requires transitive org.eclipse.jetty.server;
    requires org.eclipse.jetty.operations;
    // processor and memory of the plots
    requires java.management;
    // where applications are deployed by a scanner
    requires static org.eclipse.jetty.deploy;
    requires static org.jspecify;

    exports org.eclipse.jetty.console;
}
