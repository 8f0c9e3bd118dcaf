[description]
Keeps no session in memory: each request loads it from the store.

[tags]
session

[provides]
session-cache

[depends]
sessions

[xml]
etc/sessions/session-cache-null.xml

[ini-template]
### Session cache
## Whether a session is stored when it is made, not only when its first request ends.
# jetty.session.saveOnCreate=false

## Whether stored sessions that cannot be read are deleted.
# jetty.session.removeUnloadableSessions=false

## Whether a changed session is stored before the response is sent.
# jetty.session.flushOnResponseCommit=true
