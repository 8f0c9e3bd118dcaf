[description]
Answers probes of health at a port of their own, and no longer at the others.

[tags]
connector
monitoring

[depends]
health
http-config

[xml]
etc/jetty-health-connector.xml

[ini-template]
### Connector for probes
## The address and port of the connector.
# jetty.health.host=0.0.0.0
# jetty.health.port=9000
