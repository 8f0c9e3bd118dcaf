[description]
Answers the console at a port of its own, and no longer at the others.
It has threads of its own: the console answers when those of the server are all busy.

[tags]
connector
monitoring

[depends]
console
http-config

[xml]
etc/jetty-console-connector.xml

[ini-template]
### Connector of the console
## The address and port of the connector.
# jetty.console.host=127.0.0.1
# jetty.console.port=9001
