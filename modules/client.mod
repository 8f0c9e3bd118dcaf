[description]
The HTTP client, for handlers and applications of the server.

[tags]
client

[depends]
server

[lib]
lib/jetty-alpn-client-${jetty.version}.jar
lib/jetty-alpn-java-client-${jetty.version}.jar
lib/jetty-client-${jetty.version}.jar
lib/compression/jetty-compression-common-${jetty.version}.jar
