[description]
TLS by Bouncy Castle, in place of that of the JDK.

[tags]
3rdparty
ssl
bouncycastle

[depends]
ssl

[provides]
alpn-impl

[license]
Bouncy Castle is the Legion of the Bouncy Castle's, under the MIT licence:
https://www.bouncycastle.org/about/license/

[files]
maven://org.bouncycastle/bcprov-jdk18on/${bouncycastle.version}|lib/bouncycastle/bcprov-jdk18on-${bouncycastle.version}.jar
maven://org.bouncycastle/bcutil-jdk18on/${bouncycastle.version}|lib/bouncycastle/bcutil-jdk18on-${bouncycastle.version}.jar
maven://org.bouncycastle/bctls-jdk18on/${bouncycastle.version}|lib/bouncycastle/bctls-jdk18on-${bouncycastle.version}.jar

[lib]
lib/bouncycastle/bcprov-jdk18on-${bouncycastle.version}.jar
lib/bouncycastle/bcutil-jdk18on-${bouncycastle.version}.jar
lib/bouncycastle/bctls-jdk18on-${bouncycastle.version}.jar
lib/jetty-alpn-bouncycastle-server-${jetty.version}.jar

[xml]
etc/jetty-bouncycastle.xml

[ini]
bouncycastle.version?=@bouncycastle.version@
jetty.sslContext.provider?=BCJSSE
