[description]
Warns that the server runs in $JETTY_HOME instead of a base of its own.

[xml]
etc/home-base-warning.xml
