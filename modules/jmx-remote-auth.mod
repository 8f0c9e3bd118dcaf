[description]
Remote clients of JMX log in with a name and a password, and may read, or read and write.

[tags]
jmx

[depends]
jmx-remote

[files]
basehome:modules/jmx.d/jmxremote.password|etc/jmxremote.password
basehome:modules/jmx.d/jmxremote.access|etc/jmxremote.access

[xml]
etc/jmx-remote-auth.xml

[ini-template]
### Users of remote JMX
## The file of names and passwords, which only the user of the server may be able to read, relative to $JETTY_BASE.
# jetty.jmxremote.passwordFile=etc/jmxremote.password

## The file of names and rights, readonly or readwrite, relative to $JETTY_BASE.
# jetty.jmxremote.accessFile=etc/jmxremote.access
