[description]
Makes the server: its handler tree, with a collection of contexts and a default handler.
It opens no port by itself; add a connector module such as "http".

[depends]
threadpool
scheduler
bytebufferpool
http-config

[after]
jvm
ext
resources

[lib]
lib/jetty-http-${jetty.version}.jar
lib/jetty-server-${jetty.version}.jar
lib/jetty-xml-${jetty.version}.jar
lib/jetty-util-${jetty.version}.jar
lib/jetty-io-${jetty.version}.jar

[xml]
etc/jetty.xml

[jpms]
add-modules: ALL-DEFAULT,ALL-MODULE-PATH

[ini-template]
### Server
## A directory of files, each named after the password property that it sets, such as jetty.console.password;
## empty for $CREDENTIALS_DIRECTORY of systemd, where it is set. Or name one file: jetty.console.password.file=PATH.
# jetty.credentials.directory=

## Whether the server is stopped, in order, when the JVM ends.
# jetty.server.stopAtShutdown=true

## The directory of temporary files; empty for that of the JVM, or $JETTY_BASE/work if it exists.
# jetty.server.tempDirectory=

## The most milliseconds to wait for requests in flight before the server stops; 0 cuts them off.
# jetty.server.stopTimeout=5000

## The most threads that handle requests which may wait for their client: content has not come, or the client takes no
## responses (HTTP/2). Other requests of this kind wait for one of them without a thread.
## -1 for half of the threads of the pool, 0 for no limit.
# jetty.server.maxLateContentThreads=-1

## Whether the components are printed after the start.
# jetty.server.dumpAfterStart=false

## Whether the components are printed before the stop.
# jetty.server.dumpBeforeStop=false

## Whether contexts may be added and removed while the server runs.
# jetty.server.contexts.dynamic=true

## Whether the default handler answers /favicon.ico.
# jetty.server.default.serveFavIcon=true

## Whether the default handler lists the contexts in its 404 page.
# jetty.server.default.showContexts=false

## Whether error pages show the stacks and the messages of exceptions, and the name of the servlet;
## the properties were named jetty.server.error.* before, and still may be.
# jetty.errorHandler.showStacks=false
# jetty.errorHandler.showCauses=false
# jetty.errorHandler.showOrigin=false
