/** Rules that rewrite, redirect and answer requests before other handlers see them. */
module org.eclipse.jetty.rewrite {
    requires transitive org.eclipse.jetty.server;
    // for the check of a configuration, which runs in the class path
    requires static org.eclipse.jetty.xml;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.rewrite;
    exports org.eclipse.jetty.rewrite.handler;
}
