[description]
Puts the injection of resources on the class path of the server.

[depends]
server

[lib]
lib/jetty-plus-${jetty.version}.jar
