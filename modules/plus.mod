[description]
Puts the injection of resources, entries of the directory for applications, and logins by data sources, on the class path of the server.

[depends]
server
jndi
security

[lib]
lib/jetty-plus-${jetty.version}.jar
