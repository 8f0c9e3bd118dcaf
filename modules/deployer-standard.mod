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
