[description]
Switches off the cache of jar: connections.
On Windows it keeps jars of undeployed applications locked.

[tags]
classpath

[before]
server

[xml]
etc/disable-urlcache.xml
