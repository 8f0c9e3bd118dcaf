[description]
Enables sessions: their ids, and the removal of expired ones.

[tags]
session

[depends]
server

[lib]
lib/jetty-session-${jetty.version}.jar

[xml]
etc/sessions/id-manager.xml

[ini-template]
### Sessions
## The name of this node, which session ids end with; unset for "node" and $JETTY_WORKER_INSTANCE (0 unless set).
# jetty.sessionIdManager.workerName=node0

## Seconds between two searches for expired sessions.
# jetty.sessionScavengeInterval.seconds=600
