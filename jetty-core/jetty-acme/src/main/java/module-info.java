/** Certificates from an authority that speaks ACME (RFC 8555), renewed while the server runs. */
module org.eclipse.jetty.acme {
    requires transitive org.eclipse.jetty.server;
    requires java.net.http;
    requires org.bouncycastle.pkix;
    requires org.bouncycastle.provider;
    requires org.shredzone.acme4j;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.acme;
}
