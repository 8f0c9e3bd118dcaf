[description]
TLS by Conscrypt, which has BoringSSL, in place of that of the JDK.

[tags]
3rdparty
ssl
conscrypt

[depends]
ssl

[provides]
alpn-impl

[license]
Conscrypt is Google's, under the Apache License 2.0:
https://github.com/google/conscrypt

[files]
maven://org.conscrypt/conscrypt-openjdk-uber/${conscrypt.version}|lib/conscrypt/conscrypt-uber-${conscrypt.version}.jar

[lib]
lib/conscrypt/conscrypt-uber-${conscrypt.version}.jar
lib/jetty-alpn-conscrypt-server-${jetty.version}.jar

[xml]
etc/jetty-conscrypt.xml

[ini]
conscrypt.version?=@conscrypt.version@
jetty.sslContext.provider?=Conscrypt
