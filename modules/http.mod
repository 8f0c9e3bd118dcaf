[description]
Opens a port for clear-text HTTP/1.1.

[tags]
connector
http

[depends]
server

[xml]
etc/jetty-http.xml

[ini-template]
### Clear-text HTTP connector
## The address to listen at.
# jetty.http.host=0.0.0.0

## The port to listen at; 0 for any free one.
# jetty.http.port=8080

## A connection without traffic is closed after this many milliseconds.
# jetty.http.idleTimeout=30000

## The socket of systemd to listen at instead, by its FileDescriptorName or its number from 0; empty for none.
# jetty.http.activatedSocket=

## Threads that accept connections; 0 lets a selector do it, -1 derives it from the number of processors.
# jetty.http.acceptors=1

## Selectors; -1 derives it from the number of processors.
# jetty.http.selectors=-1

## Connections that wait to be accepted; 0 for what the platform does.
# jetty.http.acceptQueueSize=0

## Added to the priority of accepting threads, -10 to 10.
# jetty.http.acceptorPriorityDelta=0

## Whether the address can be used again at once after a stop.
# jetty.http.reuseAddress=true

## Whether several processes may listen at the same port.
# jetty.http.reusePort=false

## Whether small writes are sent without delay.
# jetty.http.acceptedTcpNoDelay=true

## Bytes of the receive buffer of the socket; -1 for what the platform does.
# jetty.http.acceptedReceiveBufferSize=-1

## Bytes of the send buffer of the socket; -1 for what the platform does.
# jetty.http.acceptedSendBufferSize=-1
