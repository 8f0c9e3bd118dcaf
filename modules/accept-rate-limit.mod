[description]
Limits how many connections are accepted in a time: beyond it, accepting pauses.

[tags]
connector

[depends]
server

[xml]
etc/jetty-accept-rate-limit.xml

[ini-template]
### Limit of the rate of connections
## The most connections that are accepted in a period.
# jetty.acceptratelimit.acceptRateLimit=1000

## The length of the period.
# jetty.acceptratelimit.period=1000

## Its unit.
# jetty.acceptratelimit.units=MILLISECONDS
