[description]
Puts filters and servlets for cross-origin requests, denial of service, quality of service, fields and events on the class path of the @ee@ environment.

[environment]
@ee@

[depends]
@ee@-servlet

[lib]
lib/jetty-@ee@-servlets-${jetty.version}.jar
