[description]
Allows scripts of other origins to read responses, by the CORS protocol.

[tags]
server
handler
csrf

[depends]
server

[xml]
etc/jetty-cross-origin.xml

[ini-template]
### Cross-origin requests
## Regular expressions of origins, separated by commas, whose scripts may read responses; * for any.
# jetty.crossorigin.allowedOriginPatterns=

## Regular expressions of origins whose scripts may see how long things took.
# jetty.crossorigin.allowedTimingOriginPatterns=

## Methods that scripts may use; * for any.
# jetty.crossorigin.allowedMethods=GET,POST,HEAD

## Request headers that scripts may set; * for any.
# jetty.crossorigin.allowedHeaders=Content-Type

## Response headers that scripts may read.
# jetty.crossorigin.exposedHeaders=

## Whether scripts may make requests with cookies and other credentials.
# jetty.crossorigin.allowCredentials=false

## Seconds for which a browser may keep the answer to a preflight request.
# jetty.crossorigin.preflightMaxAge=60

## Whether applications get preflight requests too.
# jetty.crossorigin.deliverPreflightRequests=false

## Whether applications get requests of origins that are not allowed; else they are answered by 400.
# jetty.crossorigin.deliverNonAllowedOriginRequests=true

## The same for WebSockets, which browsers do not protect by themselves.
# jetty.crossorigin.deliverNonAllowedOriginWebSocketUpgradeRequests=false
