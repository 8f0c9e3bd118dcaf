[description]
Keeps sessions in a cache of Infinispan, of whose cluster this server is a member.

[tags]
session

[provides]
session-store

[depends]
sessions
sessions/infinispan/infinispan-common
sessions/infinispan/embedded/infinispan-embedded-libs

[files]
basehome:modules/sessions/infinispan/embedded/infinispan.xml|etc/infinispan.xml

[xml]
etc/sessions/infinispan/infinispan-embedded.xml

[ini-template]
### Sessions in Infinispan, embedded
## The members and the cache, which is the default one, are in etc/infinispan.xml.

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
