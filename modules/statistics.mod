[description]
Counts requests, responses and connections.
The page of the module scheduling-console and the dump of the server show the numbers.

[tags]
server

[depends]
server

[xml]
etc/jetty-statistics.xml
