[description]
Limits the requests that are handled at once: suspends a number of others, and refuses the rest by 503.

[tags]
server

[depends]
server

[xml]
etc/jetty-qos.xml

[ini-template]
### Quality of service
## The most requests that are handled at once; 0 derives it from the threads.
# jetty.qos.maxRequestCount=0

## The most requests that are suspended meanwhile; 0 for none, -1 for no limit.
# jetty.qos.maxSuspendedRequestCount=1024

## The most milliseconds that a request is suspended; 0 for as long as its connection may be idle.
# jetty.qos.maxSuspendDuration=0

## The seconds after which refused clients are told to try again.
# jetty.qos.retryAfter=1

## Whether the limit follows the measured latency, between minRequestCount and maxRequestCount.
# jetty.qos.adaptive=false

## The least that an adaptive limit may become.
# jetty.qos.minRequestCount=4

## Which requests, by lists separated by commas: methods, path specs, patterns of client addresses.
# jetty.qos.include.method=
# jetty.qos.include.path=
# jetty.qos.include.inet=
# jetty.qos.exclude.method=
# jetty.qos.exclude.path=
# jetty.qos.exclude.inet=
