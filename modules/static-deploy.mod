[description]
Deploys directories of static files, as applications of the "static" environment.

[tags]
deployment

[environment]
static

[depends]
deployment-scanner

[lib]
lib/jetty-staticapp-${jetty.version}.jar

[xml]
etc/jetty-static-deploy.xml

[ini-template]
### Applications of the static environment
## The class of contexts that do not name another.
# jetty.deploy.defaultContextHandlerClass=org.eclipse.jetty.staticapp.StaticAppContext
