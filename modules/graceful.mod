[description]
Lets requests in flight end before the server stops.

[tags]
server

[depends]
server

[xml]
etc/jetty-graceful.xml

[ini-template]
### Graceful stop
## The most milliseconds to wait for requests in flight.
# jetty.server.stopTimeout=5000
