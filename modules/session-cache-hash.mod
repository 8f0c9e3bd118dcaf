[description]
Keeps sessions in memory, and says for how long.

[tags]
session

[provides]
session-cache

[depends]
sessions

[xml]
etc/sessions/session-cache-hash.xml

[ini-template]
### Session cache
## When a session leaves memory: -1 never, 0 with its last request, n after n idle seconds.
# jetty.session.evictionPolicy=-1

## Whether a session is stored before it leaves memory for idleness.
# jetty.session.saveOnInactiveEviction=false

## Whether a session is stored when it is made, not only when its first request ends.
# jetty.session.saveOnCreate=false

## Whether stored sessions that cannot be read are deleted.
# jetty.session.removeUnloadableSessions=false

## Whether a changed session is stored before the response is sent.
# jetty.session.flushOnResponseCommit=true

## Whether sessions end when their application stops.
# jetty.session.invalidateOnShutdown=false
