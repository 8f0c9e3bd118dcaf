[description]
Expects the PROXY protocol, version 1 or 2, of a load balancer in front of the clear-text connector.

[tags]
connector

[depends]
http

[xml]
etc/jetty-proxy-protocol.xml
