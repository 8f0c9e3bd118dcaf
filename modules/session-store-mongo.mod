[description]
Keeps sessions in MongoDB, which several servers share.

[tags]
session

[provides]
session-store

[depends]
sessions
sessions/mongo/${connection-type}
logging/slf4j

[license]
The driver of MongoDB is under the Apache License 2.0:
https://github.com/mongodb/mongo-java-driver/blob/main/LICENSE.txt

[files]
maven://org.mongodb/mongodb-driver-sync/${mongodb.version}|lib/nosql/mongodb-driver-sync-${mongodb.version}.jar
maven://org.mongodb/mongodb-driver-core/${mongodb.version}|lib/nosql/mongodb-driver-core-${mongodb.version}.jar
maven://org.mongodb/bson/${mongodb.version}|lib/nosql/bson-${mongodb.version}.jar

[lib]
lib/jetty-nosql-${jetty.version}.jar
lib/nosql/mongodb-driver-sync-${mongodb.version}.jar
lib/nosql/mongodb-driver-core-${mongodb.version}.jar
lib/nosql/bson-${mongodb.version}.jar

[ini]
connection-type?=address
mongodb.version?=@mongodb.version@
jetty.webapp.addHiddenClasses+=,${jetty.base.uri}/lib/nosql/

[ini-template]
### Sessions in MongoDB
## How it is reached: "address" (a host and a port) or "uri" (a connection string, which may name several servers, a user and TLS).
connection-type=address

## With "address".
# jetty.session.mongo.host=localhost
# jetty.session.mongo.port=27017

## With "uri".
# jetty.session.mongo.connectionString=mongodb://localhost

## The database and the collection.
# jetty.session.mongo.dbName=HttpSessions
# jetty.session.mongo.collectionName=jettySessions

## Milliseconds in which an operation is complete, with the choice of a server and a connection.
# jetty.session.mongo.timeout=5000

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
