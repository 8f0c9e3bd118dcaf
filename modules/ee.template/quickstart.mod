[description]
Starts web applications of the @ee@ environment from WEB-INF/quickstart-web.xml, which was made of them before.

[environment]
@ee@

[depends]
server
@ee@-webapp
@ee@-plus
@ee@-annotations

[lib]
lib/jetty-@ee@-quickstart-${jetty.version}.jar

[xml]
etc/jetty-@ee@-quickstart.xml

[ini-template]
### Quick start
## What is done with WEB-INF/quickstart-web.xml: AUTO uses it if it fits the application, QUICKSTART does not start without it,
## GENERATE makes it, and does not start the application. It is of all environments: the last one that is set.
# jetty.quickstart.mode=AUTO

## The file in place of WEB-INF/quickstart-web.xml, absolute or below WEB-INF; unset for that.
# jetty.quickstart.xml=
