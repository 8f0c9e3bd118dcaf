[description]
Writes what the server does to a file: STARTING, STARTED, STOPPING, STOPPED or FAILED.
Scripts read it to know whether the start succeeded.

[tags]
start

[depends]
server

[before]
deployment-scanner

[xml]
etc/jetty-state.xml

[ini-template]
### State file
## The file.
# jetty.state=${jetty.base}/jetty.state
