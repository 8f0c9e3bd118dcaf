[description]
Shares between environments what web applications see of the server.

[after]
server

[lib]
lib/jetty-ee-webapp-${jetty.version}.jar

[xml]
etc/jetty-ee-webapp.xml

[ini-template]
### Classes of the server
## Classes that a web application cannot replace by its own; packages end with a dot.
# jetty.server.addProtectedClasses+=,org.example.

## Classes that a web application cannot see; packages end with a dot.
# jetty.server.addHiddenClasses+=,org.example.
