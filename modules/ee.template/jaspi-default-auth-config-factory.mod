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

[xml]
etc/jaspi/jetty-@ee@-jaspi-default.xml
