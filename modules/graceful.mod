[description]
Answers 503 with Retry-After to requests that come while the server stops.

[tags]
server

[depends]
server

[xml]
etc/jetty-graceful.xml

[ini-template]
### Graceful stop
## The most milliseconds to wait for requests in flight before the server stops; 0 cuts them off.
# jetty.server.stopTimeout=5000
