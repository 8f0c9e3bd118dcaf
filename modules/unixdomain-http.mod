[description]
Listens on a Unix-domain socket for clear-text HTTP/1.1, for a proxy on the same machine.

[tags]
connector
unixdomain

[depends]
server

[lib]
lib/jetty-unixdomain-server-${jetty.version}.jar

[xml]
etc/jetty-unixdomain-http.xml

[ini-template]
### HTTP on a Unix-domain socket
## The path of the socket, of at most 107 bytes. Who may connect is decided by the permissions of its directory.
# jetty.unixdomain.path=/tmp/jetty.sock

## A connection without traffic is closed after this many milliseconds.
# jetty.unixdomain.idleTimeout=30000

## The socket of systemd to listen at instead, by its FileDescriptorName or its number from 0; empty for none.
# jetty.unixdomain.activatedSocket=

## Threads that accept connections; 0 lets a selector do it, -1 derives it from the number of processors.
# jetty.unixdomain.acceptors=1

## Selectors; -1 derives it from the number of processors.
# jetty.unixdomain.selectors=-1

## Connections that wait to be accepted; 0 for what the platform does.
# jetty.unixdomain.acceptQueueSize=0

## Bytes of the receive buffer of the socket; 0 for what the platform does.
# jetty.unixdomain.acceptedReceiveBufferSize=0

## Bytes of the send buffer of the socket; 0 for what the platform does.
# jetty.unixdomain.acceptedSendBufferSize=0
