[description]
Makes the scheduler of timeouts and repeated work.

[tags]
scheduler
server

[depends]
logging

[lib]
lib/jetty-util-${jetty.version}.jar

[xml]
etc/jetty-scheduler.xml

[ini-template]
### Scheduler
## What thread names begin with; empty for a generated name.
# jetty.scheduler.name=

## Whether its threads are daemons.
# jetty.scheduler.daemon=false

## The number of threads; -1 derives it from the number of processors.
# jetty.scheduler.threads=1
