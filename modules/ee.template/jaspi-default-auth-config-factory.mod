[description]
Keeps the registrations of authentication modules of the @ee@ environment in memory.

[environment]
@ee@

[tags]
security

[provides]
@ee@-auth-config-factory|default

[depends]
@ee@-security

[lib]
lib/jetty-@ee@-jaspi-${jetty.version}.jar
lib/@ee@-jaspi/@authentication.api.jar@

[xml]
etc/jaspi/jetty-@ee@-jaspi-default.xml
