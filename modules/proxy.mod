[description]
Brings the library of proxies to the server, for handlers of XML files and of applications.

[tags]
proxy

[depends]
client
server

[lib]
lib/jetty-proxy-${jetty.version}.jar
