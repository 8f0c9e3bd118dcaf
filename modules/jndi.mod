[description]
Gives the server a directory of names: the initial context of JNDI, and java:comp for each web application.

[depends]
server

[lib]
lib/jetty-jndi-${jetty.version}.jar
