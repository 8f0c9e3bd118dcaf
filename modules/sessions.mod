[description]
Enables sessions: their ids, and the removal of expired ones.

[tags]
session

[depends]
server

[lib]
lib/jetty-session-${jetty.version}.jar
lib/jetty-util-ajax-${jetty.version}.jar

[xml]
etc/sessions/id-manager.xml

[ini-template]
### Sessions
## The name of this node, which session ids end with. Unset, it is "node" and $JETTY_WORKER_INSTANCE, or a hash of host and base.
# jetty.sessionIdManager.workerName=

## Seconds between two searches for expired sessions.
# jetty.sessionScavengeInterval.seconds=600
