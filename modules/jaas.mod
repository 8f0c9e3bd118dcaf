[description]
Logs users in by the Java Authentication and Authorization Service (JAAS).

[depends]
security

[before]
deployment-scanner

[xml]
etc/jetty-jaas.xml

[ini-template]
### JAAS
## The file of the JAAS configuration, relative to the base.
# jetty.jaas.login.conf=etc/login.conf
