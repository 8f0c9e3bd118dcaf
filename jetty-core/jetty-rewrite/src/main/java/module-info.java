/** Rules that rewrite, redirect and answer requests before other handlers see them. */
module org.eclipse.jetty.rewrite {
    requires transitive org.eclipse.jetty.server;
    requires org.slf4j;

    exports org.eclipse.jetty.rewrite;
    exports org.eclipse.jetty.rewrite.handler;
}
