[description]
Opens a port for TLS; what is spoken there comes with another module, such as https.

[tags]
connector
ssl
internal

[depends]
ssl-context
server

[xml]
etc/jetty-ssl.xml

[ini-template]
### TLS connector
## The address to listen at.
# jetty.ssl.host=0.0.0.0

## The port to listen at; 0 for any free one.
# jetty.ssl.port=8443

## A connection without traffic is closed after this many milliseconds.
# jetty.ssl.idleTimeout=30000

## The socket of systemd to listen at instead, by its FileDescriptorName or its number from 0; empty for none.
# jetty.ssl.activatedSocket=

## Threads that accept connections; 0 lets a selector do it, -1 derives it from the number of processors.
# jetty.ssl.acceptors=1

## Selectors; -1 derives it from the number of processors.
# jetty.ssl.selectors=-1

## Connections that wait to be accepted; 0 for what the platform does.
# jetty.ssl.acceptQueueSize=0

## Added to the priority of accepting threads, -10 to 10.
# jetty.ssl.acceptorPriorityDelta=0

## Whether the address can be used again at once after a stop.
# jetty.ssl.reuseAddress=true

## Whether several processes may listen at the same port.
# jetty.ssl.reusePort=false

## Whether small writes are sent without delay.
# jetty.ssl.acceptedTcpNoDelay=true

## Bytes of the receive buffer of the socket; -1 for what the platform does.
# jetty.ssl.acceptedReceiveBufferSize=-1

## Bytes of the send buffer of the socket; -1 for what the platform does.
# jetty.ssl.acceptedSendBufferSize=-1

## Whether requests of clients that send no server name are answered with 400.
# jetty.ssl.sniRequired=false

## Whether requests for a host that the certificate is not for are answered with 400.
# jetty.ssl.sniHostCheck=true

## For how many seconds clients keep to TLS (Strict-Transport-Security); -1 to send nothing.
# jetty.ssl.stsMaxAgeSeconds=-1

## Whether that is for sub domains too.
# jetty.ssl.stsIncludeSubdomains=false
