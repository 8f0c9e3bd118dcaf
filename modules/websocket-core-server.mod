[description]
The libraries with which the server upgrades requests to WebSocket. Enabled by the modules of its APIs.

[tags]
websocket

[depends]
server

[lib]
lib/jetty-websocket-core-common-${jetty.version}.jar
lib/jetty-websocket-core-server-${jetty.version}.jar
