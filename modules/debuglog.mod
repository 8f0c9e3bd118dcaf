[description]
Writes lines about each request and connection into a file. For the search of errors.

[tags]
server
debug
internal

[depends]
server

[files]
logs/

[xml]
etc/jetty-debuglog.xml

[ini-template]
### Debug log
## The directory of the file.
# jetty.debuglog.dir=logs

## Whether a file of the same day is continued.
# jetty.debuglog.append=false

## Days for which files are kept.
# jetty.debuglog.retainDays=90

## The time zone of the days.
# jetty.debuglog.timezone=GMT

## Whether headers are shown.
# jetty.debug.showHeaders=true
