[description]
Connects to WebSocket servers, as a library for others.

[tags]
websocket

[depends]
client

[lib]
lib/jetty-websocket-core-common-${jetty.version}.jar
lib/jetty-websocket-core-client-${jetty.version}.jar
