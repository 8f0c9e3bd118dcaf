/** The load generator, as a library and a command. */
@SuppressWarnings("requires-automatic") // HdrHistogram has no name of its own
module org.eclipse.jetty.load {
    requires transitive org.eclipse.jetty.http;
    requires HdrHistogram;
    requires org.eclipse.jetty.client;
    requires org.eclipse.jetty.http2.client;
    requires org.eclipse.jetty.http2.client.transport;
    requires org.eclipse.jetty.util.ajax;
    requires org.eclipse.jetty.websocket.client;
    requires java.management;
    requires jdk.management;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.load;
}
