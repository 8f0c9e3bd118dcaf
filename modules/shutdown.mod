[description]
Listens for the command of --stop.
It is one TCP connection to a local port, and needs the key.

[tags]
shutdown

[before]
server

[xml]
etc/jetty-shutdown-service.xml

[ini-template]
### Shutdown service
## The address to listen at.
# jetty.shutdown.host=127.0.0.1

## The port to listen at; 0 for any free one, -1 for none.
# jetty.shutdown.port=-1

## The key that the command must hold; empty for a generated one, which is printed.
# jetty.shutdown.key=

## Whether the JVM ends, too.
# jetty.shutdown.exit=true
