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

## The size in bytes at which a file is replaced by a new one; 0 for any size.
# jetty.debuglog.maxFileSize=0

## Whether files that are written no more are compressed by gzip.
# jetty.debuglog.compress=false

## How many files are kept besides the one that is written; 0 for any number.
# jetty.debuglog.retainFiles=0

## Days for which files are kept.
# jetty.debuglog.retainDays=90

## The time zone of the days.
# jetty.debuglog.timezone=GMT

## Whether headers are shown.
# jetty.debug.showHeaders=true
