[description]
Writes the number of the process to a file.

[tags]
start

[before]
server
threadpool
jvm

[xml]
etc/jetty-pid.xml

[ini-template]
### Process number
## The file.
# jetty.pid=${jetty.base}/jetty.pid
