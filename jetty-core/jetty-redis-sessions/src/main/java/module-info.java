/** Sessions in Redis or Valkey, by Jedis, which has a name as a module, but no descriptor. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.eclipse.jetty.redis.session {
    requires transitive org.eclipse.jetty.session;
    requires redis.clients.jedis;
    requires org.apache.commons.pool2;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.redis.session;
}
