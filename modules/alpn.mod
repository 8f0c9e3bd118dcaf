[description]
Lets clients choose the protocol within TLS (ALPN).

[tags]
connector
ssl
internal

[depends]
ssl
alpn-impl

[lib]
lib/jetty-alpn-server-${jetty.version}.jar

[xml]
etc/jetty-alpn.xml

[ini-template]
### ALPN
## The protocols to choose from, the preferred one first, separated by commas; empty for all that are enabled.
# jetty.alpn.protocols=h2,http/1.1

## The protocol for clients that name none.
# jetty.alpn.defaultProtocol=http/1.1
