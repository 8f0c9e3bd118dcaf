/** Shows operators what a running server does. */
module org.eclipse.jetty.operations {
    requires transitive org.eclipse.jetty.server;
    // threads, memory, and the dump of virtual threads
    requires java.management;
    // recordings, where the JVM has them
    requires static jdk.jfr;
    // levels of loggers, where one of these writes the log
    requires static ch.qos.logback.classic;
    requires static ch.qos.logback.core;
    requires static java.logging;
    // where there are sessions, and applications that a scanner deploys
    requires static org.eclipse.jetty.session;
    requires static org.eclipse.jetty.deploy;
    requires static org.jspecify;

    exports org.eclipse.jetty.operations;
}
