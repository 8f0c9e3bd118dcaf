[description]
Connects to WebSocket servers, as a library for others.

[tags]
websocket

[depends]
server

[lib]
lib/jetty-websocket-core-common-${jetty.version}.jar
lib/jetty-websocket-core-client-${jetty.version}.jar
