[description]
Keeps sessions in a table of a database.

[tags]
session

[provides]
session-store

[depends]
jdbc
sessions
sessions/jdbc/${db-connection-type}

[xml]
etc/sessions/jdbc/session-store.xml

[ini]
db-connection-type?=datasource

[ini-template]
### Sessions in a database
## Where connections come from: "datasource" (by name, pooled) or "driver" (one for each statement).
db-connection-type=datasource

## With "datasource": its name in the initial context, where module "plus" and an entry of the JVM put it.
# jetty.session.jdbc.datasourceName=/jdbc/sessions

## With "driver": its class, where it does not make itself known, and the URL with user and password.
# jetty.session.jdbc.driverClass=
# jetty.session.jdbc.driverUrl=

## The types of columns; empty for those of the database.
# jetty.session.jdbc.blobType=
# jetty.session.jdbc.longType=
# jetty.session.jdbc.stringType=

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

## The table, which is made where it is missing, its schema and catalog (empty: those of the connection), and its columns.
# jetty.session.jdbc.schema.schemaName=
# jetty.session.jdbc.schema.catalogName=
# jetty.session.jdbc.schema.table=JettySessions
# jetty.session.jdbc.schema.accessTimeColumn=accessTime
# jetty.session.jdbc.schema.contextPathColumn=contextPath
# jetty.session.jdbc.schema.cookieTimeColumn=cookieTime
# jetty.session.jdbc.schema.createTimeColumn=createTime
# jetty.session.jdbc.schema.expiryTimeColumn=expiryTime
# jetty.session.jdbc.schema.lastAccessTimeColumn=lastAccessTime
# jetty.session.jdbc.schema.lastSavedTimeColumn=lastSavedTime
# jetty.session.jdbc.schema.idColumn=sessionId
# jetty.session.jdbc.schema.lastNodeColumn=lastNode
# jetty.session.jdbc.schema.virtualHostColumn=virtualHost
# jetty.session.jdbc.schema.maxIntervalColumn=maxInterval
# jetty.session.jdbc.schema.mapColumn=map
