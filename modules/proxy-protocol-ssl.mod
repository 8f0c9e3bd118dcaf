[description]
Expects the PROXY protocol, version 1 or 2, of a load balancer in front of the TLS connector.

[tags]
connector

[depends]
ssl

[xml]
etc/jetty-proxy-protocol-ssl.xml
