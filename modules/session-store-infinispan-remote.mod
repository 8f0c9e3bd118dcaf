[description]
Keeps sessions in a cache of servers of Infinispan, by HotRod.

[tags]
session

[provides]
session-store

[depends]
sessions
sessions/infinispan/infinispan-common
sessions/infinispan/remote/infinispan-remote-libs

[files]
basehome:modules/sessions/infinispan/remote/resources/hotrod-client.properties|resources/hotrod-client.properties

[xml]
etc/sessions/infinispan/infinispan-remote.xml

[ini-template]
### Sessions in Infinispan, remote
## The servers, users, TLS and timeouts are in resources/hotrod-client.properties.

## The name of the cache.
# jetty.session.infinispan.remoteCacheName=sessions

## Whether expired sessions that no server holds in memory are searched for, so that their listeners are called.
# jetty.session.infinispan.useQueries=true

## Seconds without a save or a read after which the cache removes a session, without listeners; 0 for none.
# jetty.session.infinispan.idleTimeout.seconds=0

## Seconds after its expiry in which a session is kept, because another node may use it.
# jetty.session.gracePeriod.seconds=3600

## The least seconds between two saves of a session whose content did not change; 0 saves always.
# jetty.session.savePeriod.seconds=0

## What attributes of stored sessions may consist of, as patterns of jdk.serialFilter; empty for anything. An example:
## com.acme.**;org.eclipse.jetty.**;java.base/*;!*
# jetty.session.serialFilter=

## The most bytes of a session, which is not saved if it has more; 0 for any number.
# jetty.session.maxSize=0

## Whether a save is refused, and its response is 503, when another server has saved the session since this one read it;
## otherwise the last save wins.
# jetty.session.refuseConflicts=false

## The file of the keys that sessions are encrypted with in the store; empty for sessions in plain. See docs/sessions.md.
# jetty.session.keyFile=

## What sessions are written as: "java", the fastest, or "json", which programs in other languages read. Those of both are read.
# jetty.session.format=java
