/** Sessions in a map of Hazelcast, which has a name as a module, but no descriptor. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.eclipse.jetty.hazelcast.session {
    requires transitive com.hazelcast.core;
    requires transitive org.eclipse.jetty.session;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.hazelcast.session;
}
