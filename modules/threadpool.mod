[description]
Makes the thread pool of the server, of platform threads.

[provides]
threadpool|default

[depends]
logging

[xml]
etc/jetty-threadpool.xml

[ini-template]
### Thread pool
## What thread names begin with.
# jetty.threadPool.namePrefix=qtp<hashCode>

## The least number of threads.
# jetty.threadPool.minThreads=10

## The most threads.
# jetty.threadPool.maxThreads=200

## Threads kept ready to take over from one that blocks; -1 is up to a tenth of the pool.
# jetty.threadPool.reservedThreads=-1

## Whether blocking tasks run on virtual threads, if the JVM has them.
# jetty.threadPool.useVirtualThreads=false

## Idle platform threads beyond the minimum end after this many milliseconds.
# jetty.threadPool.idleTimeout=60000

## How many of them may end at a time.
# jetty.threadPool.maxEvictCount=1

## Whether dumps show the stack of every thread.
# jetty.threadPool.detailedDump=false
