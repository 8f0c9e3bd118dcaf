[description]
Deploys web applications of the @ee@ environment.

[tags]
deployment

[environment]
@ee@

[depends]
deployment-scanner
@ee@-webapp

[before]
@older.deploy@
core-deploy
static-deploy

[xml]
etc/jetty-@ee@-deploy.xml

[ini-template]
### Web applications of the @ee@ environment
## Whether WAR files are unpacked before they are used.
# jetty.deploy.extractWars=true

## Whether classes are looked up in the server before the web application, against the rule of servlets.
# jetty.deploy.parentLoaderPriority=false

## The classes that configure a web application, separated by commas; unset for all that are present.
# jetty.deploy.configurationClasses=

## The jars of the server in which annotations and fragments are looked for, as a regular expression of their URIs.
# jetty.deploy.containerScanJarPattern=@container.pattern@

## The jars of WEB-INF/lib in which annotations and fragments are looked for, as a regular expression; unset for all.
# jetty.deploy.webInfScanJarPattern=

## The container initializers that are left out, as a regular expression of their class names.
# jetty.deploy.servletContainerInitializerExclusionPattern=

## The order of container initializers: class names separated by commas, where * stands for all others.
# jetty.deploy.servletContainerInitializerOrder=
