[description]
Tells systemd when the server has started, that it is alive, and when it stops, for a service of Type=notify such as bin/jetty.service.

[tags]
start

[depends]
server

[before]
deployment-scanner

[xml]
etc/jetty-systemd.xml

[ini-template]
### systemd
## The command that sends the notices.
# jetty.systemd.notifyCommand=systemd-notify
