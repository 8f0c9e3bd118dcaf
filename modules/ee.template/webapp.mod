[description]
Enables web applications of the @ee@ environment.

[environment]
@ee@

[depends]
ee-webapp
@ee@-servlet
@ee@-security

[lib]
lib/jetty-@ee@-webapp-${jetty.version}.jar

[xml]
etc/jetty-@ee@-webapp.xml

[ini-template]
### Web applications of the @ee@ environment
## Classes that a web application cannot replace by its own; packages end with a dot.
# jetty.webapp.addProtectedClasses+=,org.example.

## Classes of the server that a web application cannot see; packages end with a dot.
# jetty.webapp.addHiddenClasses+=,org.example.
