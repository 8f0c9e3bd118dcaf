/** The HTTP client over FastCGI: requests are carried to applications such as PHP. */
module org.eclipse.jetty.fcgi.client {
    requires transitive org.eclipse.jetty.client;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.fcgi;
    exports org.eclipse.jetty.fcgi.client.transport;
}
