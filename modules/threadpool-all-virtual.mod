[description]
Makes the thread pool of the server of virtual threads only.
Needs Java 21 or newer.

[provides]
threadpool

[depends]
logging

[xml]
etc/jetty-threadpool-all-virtual.xml

[ini-template]
### Thread pool of virtual threads
## What thread names begin with.
# jetty.threadPool.namePrefix=vtp<hashCode>

## The most virtual threads that run concurrently; 0 or less for no limit.
# jetty.threadPool.maxThreads=200

## The most tasks that wait for one of them; from half of it on no connections are accepted, beyond it tasks are refused.
# jetty.threadPool.maxQueuedTasks=65536

## Whether virtual threads are tracked, so that dumps show them.
# jetty.threadPool.tracking=false

## Whether dumps show the stack of every thread.
# jetty.threadPool.detailedDump=false
