[description]
Looks whether threads or memory run low, and sheds idle connections while they do.

[depends]
server

[xml]
etc/jetty-lowresources.xml

[ini-template]
### Low resources
## The milliseconds between two looks.
# jetty.lowresources.period=1000

## The milliseconds without traffic after which a connection is closed while resources are low.
# jetty.lowresources.idleTimeout=1000

## Whether it looks at the thread pools.
# jetty.lowresources.monitorThreads=true

## The bytes of used memory above which it runs low; 0 for no limit.
# jetty.lowresources.maxMemory=0

## The milliseconds after which newer connections are shed, too; 0 for never.
# jetty.lowresources.maxLowResourcesTime=5000

## Whether connections are accepted while resources are low.
# jetty.lowresources.accepting=true
