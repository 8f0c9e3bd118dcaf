[description]
Warns of handlers that do not complete callbacks, or block in them. For the search of errors.

[tags]
server
debug

[depends]
server

[before]
cross-origin
graceful
gzip
secure-redirect
statistics
thread-limit

[xml]
etc/jetty-state-tracking.xml

[ini-template]
### State tracking; all in milliseconds, and not watched at 0
## From the return of a handler to the completion of its callback, and whether the callback is failed then.
# jetty.stateTracking.handlerCallbackTimeout=0
# jetty.stateTracking.completeHandlerCallbackAtTimeout=false

## The time that a callback of a demand for content may run.
# jetty.stateTracking.demandCallbackTimeout=0

## The time that a write may take to return and to complete its callback.
# jetty.stateTracking.writeTimeout=0

## The time that the callback of a write may run.
# jetty.stateTracking.writeCallbackTimeout=0
