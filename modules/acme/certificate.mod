[description]
The files of ACME, with a temporary certificate at the first start.

[tags]
ssl
internal

[before]
ssl-context

[license]
acme4j and jose4j are under the Apache License 2.0, Bouncy Castle is under the MIT licence:
https://github.com/shred/acme4j, https://bitbucket.org/b_c/jose4j, https://www.bouncycastle.org/about/license/
Certificates are issued under the terms of service of the authority, to which you agree by jetty.acme.termsOfServiceAgreed=true.

[files]
maven://org.shredzone.acme4j/acme4j-client/${acme4j.version}|lib/acme/acme4j-client-${acme4j.version}.jar
maven://org.bitbucket.b_c/jose4j/${jose4j.version}|lib/acme/jose4j-${jose4j.version}.jar
maven://org.bouncycastle/bcprov-jdk18on/${bouncycastle.version}|lib/bouncycastle/bcprov-jdk18on-${bouncycastle.version}.jar
maven://org.bouncycastle/bcutil-jdk18on/${bouncycastle.version}|lib/bouncycastle/bcutil-jdk18on-${bouncycastle.version}.jar
maven://org.bouncycastle/bcpkix-jdk18on/${bouncycastle.version}|lib/bouncycastle/bcpkix-jdk18on-${bouncycastle.version}.jar

[lib]
lib/jetty-acme-${jetty.version}.jar
lib/acme/acme4j-client-${acme4j.version}.jar
lib/acme/jose4j-${jose4j.version}.jar
lib/bouncycastle/bcprov-jdk18on-${bouncycastle.version}.jar
lib/bouncycastle/bcutil-jdk18on-${bouncycastle.version}.jar
lib/bouncycastle/bcpkix-jdk18on-${bouncycastle.version}.jar

[xml]
etc/jetty-acme-certificate.xml

[ini]
acme4j.version?=@acme4j.version@
jose4j.version?=@jose4j.version@
bouncycastle.version?=@bouncycastle.version@
jetty.acme.stateDirectory?=acme
jetty.sslContext.certificatePath?=${jetty.acme.stateDirectory}/certificate.pem

[ini-template]
## The full host names of the certificate, separated by commas; see the module acme.
# jetty.acme.names=
