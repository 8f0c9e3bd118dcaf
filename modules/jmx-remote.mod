[description]
Accepts remote clients of JMX, such as jconsole, by RMI. By default only clients of this machine reach it, without authentication.

[tags]
jmx

[depends]
jmx

[xml]
etc/jetty-jmx-remote.xml

[ini-template]
### Remote JMX
## The address and port of the connector server.
# jetty.jmxremote.rmiserverhost=localhost
# jetty.jmxremote.rmiserverport=1099

## The address and port of the RMI registry, which is started if there is none.
# jetty.jmxremote.rmiregistryhost=localhost
# jetty.jmxremote.rmiregistryport=1099
