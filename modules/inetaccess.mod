[description]
Answers 403 to clients whose address is not allowed.

[tags]
connector

[depends]
server

[xml]
etc/jetty-inetaccess.xml

[ini-template]
### Access by address
## Patterns of what is allowed, separated by commas: [connector@][addresses][|pathSpec]; all is allowed if there are none.
## For example http@127.0.0.1-127.0.0.2|/pathSpec,tls@,|/pathSpec2,127.0.0.20
# jetty.inetaccess.include=

## Patterns of what is refused.
# jetty.inetaccess.exclude=
