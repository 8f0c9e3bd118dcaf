[description]
Makes a key store with a self-signed certificate at the first start, to try out TLS. Not for production.

[tags]
demo
ssl
keystore

[before]
ssl-context

[lib]
lib/jetty-keystore-${jetty.version}.jar

[xml]
etc/jetty-test-keystore.xml

[ini]
jetty.sslContext.keyStorePath?=etc/test-keystore.p12
jetty.sslContext.trustStorePath?=etc/test-keystore.p12
jetty.sslContext.keyStoreType?=PKCS12
jetty.sslContext.keyStorePassword?=OBF:1vny1zlo1x8e1vnw1vn61x8g1zlu1vn4
