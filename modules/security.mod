[description]
Puts authentication and authorisation on the class path of the server.

[depends]
server

[lib]
lib/jetty-security-${jetty.version}.jar
