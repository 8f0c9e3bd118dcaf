[description]
Keeps sessions in files.

[tags]
session

[provides]
session-store

[depends]
sessions

[xml]
etc/sessions/file/session-store.xml

[ini-template]
### Session files
## The directory of the files.
jetty.session.file.storeDir=${jetty.base}/sessions

## Whether files that cannot be read are deleted.
# jetty.session.file.deleteUnrestorableFiles=false

## Seconds after its expiry in which a session is kept, because another node may use it.
# jetty.session.gracePeriod.seconds=3600

## The least seconds between two saves of a session whose content did not change; 0 saves always.
# jetty.session.savePeriod.seconds=0

## What attributes of stored sessions may consist of, as patterns of jdk.serialFilter; empty for anything. An example:
## com.acme.**;org.eclipse.jetty.**;java.base/*;!*
# jetty.session.serialFilter=

## The most bytes of a session, which is not saved if it has more; 0 for any number.
# jetty.session.maxSize=0

## The file of the keys that sessions are encrypted with in the store; empty for sessions in plain. See docs/sessions.md.
# jetty.session.keyFile=

## What sessions are written as: "java", the fastest, or "json", which programs in other languages read. Those of both are read.
# jetty.session.format=java
