[description]
Logs users in by tickets of Kerberos: the authentication method SPNEGO of web applications and handlers.

[tags]
security

[depends]
security

[before]
deployment-scanner

[xml]
etc/jetty-spnego.xml

[ini-template]
### Kerberos
## The name of the realm, which applications name in their web.xml.
# jetty.spnego.realm=spnego

## The file with the key of the service (key tab), relative to $JETTY_BASE.
# jetty.spnego.keyTabPath=etc/http.keytab

## The first part of the name of the service, and the host by which clients know it; that of this machine by default.
# jetty.spnego.serviceName=HTTP
# jetty.spnego.hostName=

## The users that may log in and their roles, a file relative to $JETTY_BASE, with lines such as: anna@EXAMPLE.ORG: ,staff
# jetty.spnego.rolesFile=etc/spnego.properties
