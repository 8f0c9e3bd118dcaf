[description]
Enables servlets of the @ee@ environment.

[environment]
@ee@

[depends]
server
security
sessions

[lib]
lib/@servlet.api.jar@
lib/jetty-@ee@-servlet-${jetty.version}.jar
