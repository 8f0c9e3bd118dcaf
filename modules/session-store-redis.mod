[description]
Keeps sessions in Redis or Valkey, which several servers share.

[tags]
session

[provides]
session-store

[depends]
sessions

[license]
Jedis is Redis Ltd.'s, under the MIT licence:
https://github.com/redis/jedis/blob/master/LICENSE
It comes with libraries under the Apache License 2.0 (Commons Pool, Gson, Error Prone annotations) and in the public domain (JSON in Java).

[files]
maven://redis.clients/jedis/${jedis.version}|lib/redis/jedis-${jedis.version}.jar
maven://org.apache.commons/commons-pool2/${commons-pool.version}|lib/redis/commons-pool2-${commons-pool.version}.jar
maven://com.google.code.gson/gson/${gson.version}|lib/redis/gson-${gson.version}.jar
maven://org.json/json/${json.version}|lib/redis/json-${json.version}.jar
maven://redis.clients.authentication/redis-authx-core/${redis-authx.version}|lib/redis/redis-authx-core-${redis-authx.version}.jar

[lib]
lib/jetty-redis-sessions-${jetty.version}.jar
lib/redis/*.jar

[xml]
etc/sessions/redis/session-store.xml

[ini]
jedis.version?=@jedis.version@
commons-pool.version?=@commons-pool.version@
gson.version?=@gson.version@
json.version?=@json.version@
redis-authx.version?=@redis-authx.version@
jetty.webapp.addHiddenClasses+=,${jetty.base.uri}/lib/redis/

[ini-template]
### Sessions in Redis
## What the nodes are: single (one server), sentinel (the sentinels of a master) or cluster (some nodes of a cluster).
# jetty.session.redis.type=single

## The nodes: host:port, separated by commas.
# jetty.session.redis.nodes=localhost:6379

## With sentinels: the name that they know the master by, and their user and password.
# jetty.session.redis.master=mymaster
# jetty.session.redis.sentinelUser=
# jetty.session.redis.sentinelPassword=

## The user (empty: the default user), the password, which may be obfuscated, and the number of the database.
# jetty.session.redis.user=
# jetty.session.redis.password=
# jetty.session.redis.database=0

## Whether connections are encrypted; the certificates that are trusted (empty: those that the JVM trusts), and the certificate
## and key of this client (empty: none), as PKCS12 files.
# jetty.session.redis.tls=false
# jetty.session.redis.trustStorePath=
# jetty.session.redis.trustStorePassword=
# jetty.session.redis.keyStorePath=
# jetty.session.redis.keyStorePassword=

## Milliseconds in which a connection is made, a connection is free, and a reply arrives: each of the three.
# jetty.session.redis.timeout=2000

## The most connections to a node.
# jetty.session.redis.maxConnections=32

## What the keys begin with.
# jetty.session.redis.keyPrefix=jetty:session

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
