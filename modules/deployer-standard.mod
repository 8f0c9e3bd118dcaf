[description]
Starts and stops deployed applications.

[tags]
deployment

[provides]
deployer|default

[depends]
server

[lib]
lib/jetty-deploy-${jetty.version}.jar

[xml]
etc/jetty-deployer-standard.xml

[ini-template]
### Deployer
## Whether a changed application is started before the old one is stopped, so that no request is refused.
# jetty.deploy.atomicRedeploy=true

## Milliseconds for which requests in flight hold up the stop of an application that is replaced or removed, at most.
# jetty.deploy.drainTimeout=10000
