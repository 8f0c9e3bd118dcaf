/** HTTP sessions, independent of any servlet API: ids, caches, stores, expiry. */
module org.eclipse.jetty.session {
    requires java.naming;
    requires org.eclipse.jetty.util.ajax;
    requires transitive java.sql;
    requires transitive org.eclipse.jetty.server;
    requires static org.jspecify;

    exports org.eclipse.jetty.session;

    uses java.sql.Driver;
}
