[description]
Limits the connections, each protocol of a network connection being one.

[deprecated]
Use the module network-connection-limit.

[tags]
connector
deprecated

[depends]
server

[xml]
etc/jetty-connection-limit.xml

[ini-template]
### Limit of connections
## The most connections.
# jetty.connectionlimit.maxConnections=1000

## The milliseconds without traffic after which a connection is closed while the limit is reached; 0 for no change.
# jetty.connectionlimit.idleTimeout=1000
