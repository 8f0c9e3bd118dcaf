[description]
Makes the thread pool of the server: platform threads for I/O, virtual threads for blocking tasks.
Needs Java 21 or newer.

[provides]
threadpool

[depends]
logging

[xml]
etc/jetty-threadpool-virtual.xml

[ini-template]
### Thread pool with virtual threads
## What platform thread names begin with.
# jetty.threadPool.namePrefix=qtp<hashCode>

## The least number of threads.
# jetty.threadPool.minThreads=10

## The most threads.
# jetty.threadPool.maxThreads=200

## Threads kept ready to take over from one that blocks; -1 is up to a tenth of the pool.
# jetty.threadPool.reservedThreads=-1

## Idle platform threads beyond the minimum end after this many milliseconds.
# jetty.threadPool.idleTimeout=60000

## How many of them may end at a time.
# jetty.threadPool.maxEvictCount=1

## Whether dumps show the stack of every thread.
# jetty.threadPool.detailedDump=false

## What virtual thread names begin with.
# jetty.threadPool.virtual.namePrefix=qtp<hashCode>-virtual-

## The most virtual threads that run concurrently; 0 or less for no limit.
# jetty.threadPool.virtual.maxThreads=200

## The most tasks that wait for one of them; from half of it on no connections are accepted, beyond it tasks are refused.
# jetty.threadPool.virtual.maxQueuedTasks=65536

## Whether virtual threads are tracked, so that dumps show them.
# jetty.threadPool.virtual.tracking=false
