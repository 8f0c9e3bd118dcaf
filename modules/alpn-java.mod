[description]
Lets clients choose the protocol within TLS by what the JDK has for it.

[tags]
internal

[provides]
alpn-impl|default

[depends]
ssl

[lib]
lib/jetty-alpn-java-server-${jetty.version}.jar
