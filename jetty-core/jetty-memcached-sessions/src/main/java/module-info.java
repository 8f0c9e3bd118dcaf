/** A cache of sessions in memcached, by Xmemcached, which has no name as a module but that of its file. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.eclipse.jetty.memcached.session {
    requires transitive org.eclipse.jetty.session;
    requires transitive xmemcached;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.memcached.session;
}
