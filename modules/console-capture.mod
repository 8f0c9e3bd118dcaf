[description]
Sends standard output and standard error to a file per day.

[tags]
logging

[depends]
logging

[files]
logs/

[xml]
etc/console-capture.xml

[ini-template]
### Console capture
## The directory of the files.
# jetty.console-capture.dir=./logs

## Whether the file of the day is continued after a restart, or started again.
# jetty.console-capture.append=true

## The size in bytes at which a file is replaced by a new one; 0 for any size.
# jetty.console-capture.maxFileSize=0

## Whether files that are written no more are compressed by gzip.
# jetty.console-capture.compress=false

## How many files are kept besides the one that is written; 0 for any number.
# jetty.console-capture.retainFiles=0

## Files older than this many days are deleted.
# jetty.console-capture.retainDays=90

## The time zone of the change of day.
# jetty.console-capture.timezone=GMT
