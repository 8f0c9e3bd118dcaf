[description]
The Jetty API for WebSocket clients, as a library for others.

[tags]
websocket

[depends]
websocket-core-client

[lib]
lib/jetty-websocket-jetty-api-${jetty.version}.jar
lib/jetty-websocket-jetty-common-${jetty.version}.jar
lib/jetty-websocket-jetty-client-${jetty.version}.jar
