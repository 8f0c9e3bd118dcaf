[description]
Logs users of @ee@ applications in by authentication modules of @authentication.name@, which applications or etc/jaspi/ register.

[environment]
@ee@

[tags]
security

[depends]
@ee@-security
@ee@-auth-config-factory

[files]
basehome:etc/jaspi/jetty-@ee@-jaspi-authmoduleconfig.xml|etc/jaspi/jetty-@ee@-jaspi-authmoduleconfig.xml

[lib]
lib/jetty-@ee@-jaspi-${jetty.version}.jar
lib/@ee@-jaspi/@authentication.api.jar@

[xml]
etc/jaspi/jetty-@ee@-jaspi-authmoduleconfig.xml
