[description]
Lets web applications of the @ee@ environment have endpoints of the Jetty WebSocket API, in servlets for instance.

[environment]
@ee@

[tags]
websocket

[depends]
@ee@-annotations
websocket-jetty

[lib]
lib/@ee@-websocket/jetty-@ee@-websocket-servlet-${jetty.version}.jar
lib/@ee@-websocket/jetty-@ee@-websocket-jetty-server-${jetty.version}.jar
