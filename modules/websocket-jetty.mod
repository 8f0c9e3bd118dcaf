[description]
The Jetty API for WebSocket endpoints, for handlers of the core and the environments.

[tags]
websocket

[depends]
websocket-core-server

[lib]
lib/jetty-websocket-jetty-api-${jetty.version}.jar
lib/jetty-websocket-jetty-common-${jetty.version}.jar
lib/jetty-websocket-jetty-server-${jetty.version}.jar
