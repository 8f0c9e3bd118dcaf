[description]
Limits the size of request and response bodies.

[tags]
server

[depends]
server

[after]
compression
gzip

[xml]
etc/jetty-size-limit.xml

[ini-template]
### Size limits
## The most bytes of a request body; -1 for no limit.
# jetty.sizeLimit.maxRequestContentSize=-1

## The most bytes of a response body; -1 for no limit.
# jetty.sizeLimit.maxResponseContentSize=-1
