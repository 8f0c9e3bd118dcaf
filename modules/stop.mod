[description]
Stops the server as soon as it has started: tests a configuration.

[xml]
etc/jetty-stop.xml
