[description]
Stops the server as soon as it has started: tests a configuration.

[after]
server

[xml]
etc/jetty-stop.xml
