[description]
Memcached as the cache of the module "session-store-cache".

[tags]
session

[depends]
sessions
session-store
logging/slf4j

[license]
Xmemcached is under the Apache License 2.0:
https://github.com/killme2008/xmemcached/blob/master/LICENSE.txt

[files]
maven://com.googlecode.xmemcached/xmemcached/${xmemcached.version}|lib/xmemcached/xmemcached-${xmemcached.version}.jar

[lib]
lib/jetty-memcached-sessions-${jetty.version}.jar
lib/xmemcached/xmemcached-${xmemcached.version}.jar

[xml]
etc/sessions/session-data-cache/xmemcached.xml

[ini]
xmemcached.version?=@xmemcached.version@
jetty.webapp.addHiddenClasses+=,${jetty.base.uri}/lib/xmemcached/
