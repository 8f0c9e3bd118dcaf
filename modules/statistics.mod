[description]
Counts requests, responses and connections.

[tags]
server

[depends]
server

[xml]
etc/jetty-statistics.xml
