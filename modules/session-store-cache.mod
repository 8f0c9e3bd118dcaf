[description]
Keeps a copy of the sessions of a store in a cache, which is read first.

[tags]
session

[depends]
sessions
session-store
sessions/session-data-cache/${session-data-cache}

[xml]
etc/sessions/session-data-cache/session-caching-store.xml

[ini]
session-data-cache?=xmemcached

[ini-template]
### A cache of sessions in front of their store
## The cache: "xmemcached" (memcached).
session-data-cache=xmemcached

## Where memcached is.
# jetty.session.memcached.host=localhost
# jetty.session.memcached.port=11211

## Seconds after which memcached forgets a session; 0 for when the session expires.
# jetty.session.memcached.expirySec=0

## Milliseconds in which a connection is made, and in which a reply arrives; the store serves after that.
# jetty.session.memcached.timeout=1000

## Whether idle connections are checked.
# jetty.session.memcached.heartbeats=true
