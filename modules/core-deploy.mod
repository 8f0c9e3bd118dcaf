[description]
Deploys applications of the "core" environment: plain handlers, without servlets.

[tags]
deployment

[environment]
core

[depends]
deployment-scanner

[before]
static-deploy

[lib]
lib/jetty-coreapp-${jetty.version}.jar

[xml]
etc/jetty-core-deploy.xml

[ini-template]
### Applications of the core environment
## The class of contexts that do not name another.
# jetty.deploy.defaultContextHandlerClass=org.eclipse.jetty.coreapp.CoreAppContext
