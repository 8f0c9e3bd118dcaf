[description]
Brings the FastCGI transport of the HTTP client to the server.

[tags]
fcgi

[depends]
client
server

[lib]
lib/fcgi/jetty-fcgi-client-${jetty.version}.jar
