[description]
Limits the requests of one client address that are handled at once: suspends the others.

[tags]
server

[depends]
server

[xml]
etc/jetty-thread-limit.xml

[ini-template]
### Limit of threads per client
## The field in which a trusted proxy tells the client's address: Forwarded or X-Forwarded-For; empty for none.
# jetty.threadlimit.forwardedHeader=X-Forwarded-For

## Whether the limit applies.
# jetty.threadlimit.enabled=true

## The most requests of one address that are handled at once.
# jetty.threadlimit.threadLimit=10

## The most requests of one address that wait for the others; -1 for no limit.
# jetty.threadlimit.maxSuspendedRequestCount=1024

## The bits of an IPv6 address that make a client: those of a network, as one client has many addresses.
# jetty.threadlimit.ipv6PrefixLength=64

## Which requests, by lists separated by commas: methods, path specs, patterns of client addresses.
# jetty.threadlimit.include.method=
# jetty.threadlimit.include.path=
# jetty.threadlimit.include.inet=
# jetty.threadlimit.exclude.method=
# jetty.threadlimit.exclude.path=
# jetty.threadlimit.exclude.inet=
