/** The asynchronous HTTP client. Its API is that of the HTTP module's fields and of the io module's content. */
module org.eclipse.jetty.client {
    requires transitive org.eclipse.jetty.http;
    requires org.slf4j;

    exports org.eclipse.jetty.client;
    exports org.eclipse.jetty.client.transport;
}
