[description]
Keeps sessions in a map of Hazelcast, of which this server is a member.

[tags]
session

[provides]
session-store

[depends]
sessions
logging/slf4j

[license]
Hazelcast is under the Apache License 2.0, with parts under the Hazelcast Community License:
https://github.com/hazelcast/hazelcast/blob/master/LICENSE

[files]
maven://com.hazelcast/hazelcast/${hazelcast.version}|lib/hazelcast/hazelcast-${hazelcast.version}.jar

[lib]
lib/jetty-hazelcast-${jetty.version}.jar
lib/hazelcast/hazelcast-${hazelcast.version}.jar

[xml]
etc/sessions/hazelcast/default.xml

[ini]
hazelcast.version?=@hazelcast.version@
jetty.webapp.addHiddenClasses+=,${jetty.base.uri}/lib/hazelcast/

[ini-template]
### Sessions in Hazelcast, embedded
## The configuration of the member, as XML or YAML; empty for the defaults, by which members find each other by multicast.
# jetty.session.hazelcast.configurationLocation=

## The names of the map and of the member.
# jetty.session.hazelcast.mapName=jetty-distributed-session-map
# jetty.session.hazelcast.hazelcastInstanceName=JETTY_DISTRIBUTED_SESSION_INSTANCE

## Whether expired sessions that no server holds in memory are searched for, so that their listeners are called.
# jetty.session.hazelcast.useQueries=true

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
