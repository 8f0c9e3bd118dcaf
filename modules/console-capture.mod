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

## Whether the file of the day is continued after a restart, or begun anew.
# jetty.console-capture.append=true

## Files older than this many days are deleted.
# jetty.console-capture.retainDays=90

## The time zone of the change of day.
# jetty.console-capture.timezone=GMT
