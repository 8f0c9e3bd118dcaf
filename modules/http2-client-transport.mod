[description]
Carries the requests of the HTTP client over HTTP/2.

[tags]
client
http2

[depends]
client
http2-client

[lib]
lib/http2/jetty-http2-client-transport-${jetty.version}.jar
