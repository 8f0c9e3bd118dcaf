/** Sessions in MongoDB, by its driver, which has names as modules, but no descriptors. */
@SuppressWarnings("requires-automatic")
module org.eclipse.jetty.nosql {
    requires org.mongodb.bson;
    requires org.mongodb.driver.core;
    requires org.mongodb.driver.sync.client;
    requires transitive org.eclipse.jetty.session;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.nosql.mongodb;
}
