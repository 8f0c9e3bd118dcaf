[description]
Limits the network connections of all connectors.

[tags]
connector

[depends]
server

[xml]
etc/jetty-network-connection-limit.xml

[ini-template]
### Limit of network connections
## The most network connections.
# jetty.networkConnectionLimit.maxNetworkConnectionCount=1000

## The milliseconds without traffic after which one is closed while the limit is reached; 0 for no change.
# jetty.networkConnectionLimit.endPointIdleTimeout=1000
