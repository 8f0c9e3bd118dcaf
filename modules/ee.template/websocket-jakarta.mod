[description]
Lets web applications of the @ee@ environment have endpoints and clients of the standard WebSocket API.

[environment]
@ee@

[tags]
websocket

[depends]
websocket-core-client
websocket-core-server
@ee@-annotations

[lib]
@websocket.jars@
lib/@ee@-websocket/jetty-@ee@-websocket-servlet-${jetty.version}.jar
lib/@ee@-websocket/jetty-@ee@-websocket-@namespace@-common-${jetty.version}.jar
lib/@ee@-websocket/jetty-@ee@-websocket-@namespace@-client-${jetty.version}.jar
lib/@ee@-websocket/jetty-@ee@-websocket-@namespace@-server-${jetty.version}.jar
