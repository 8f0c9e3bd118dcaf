[description]
Replaces the process of the running server by a new one without losing a request.
start.jar --restart asks for it, by the port of the module shutdown.

[tags]
shutdown

[depends]
server
shutdown

[xml]
etc/jetty-restart.xml

[jpms]
add-opens: java.base/sun.nio.ch=org.eclipse.jetty.server
add-opens: java.base/java.lang=org.eclipse.jetty.server

[ini-template]
### Restart
## Milliseconds for which the new process may take until it serves; else the old one goes on.
# jetty.restart.startTimeout=60000

## Milliseconds for which the old process waits for its connections to end.
# jetty.restart.drainTimeout=30000
