[description]
Lets web applications of the @ee@ environment connect to WebSocket servers by the client of the Jetty API.

[environment]
@ee@

[tags]
websocket

[depends]
@ee@-annotations
websocket-jetty-client

[lib]
lib/@ee@-websocket/jetty-@ee@-websocket-jetty-client-webapp-${jetty.version}.jar
