/** A self-signed certificate for trying out TLS. */
module org.eclipse.jetty.keystore {
    requires org.eclipse.jetty.util;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.keystore;
}
