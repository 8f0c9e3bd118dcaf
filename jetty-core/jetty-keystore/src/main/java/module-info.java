/** A self-signed certificate for trying out TLS. */
module org.eclipse.jetty.keystore {
    requires org.eclipse.jetty.util;
    requires org.slf4j;

    exports org.eclipse.jetty.keystore;
}
