[description]
Writes a line per request to a file per day, to standard output, or to the log.

[tags]
requestlog
logging

[depends]
server

[files]
logs/

[xml]
etc/jetty-requestlog.xml

[ini]
jetty.requestlog.dir?=logs

[ini-template]
### Request log
## The format of a line.
# jetty.requestlog.formatString=%{client}a - %u %{dd/MMM/yyyy:HH:mm:ss ZZZ|GMT}t "%r" %s %O "%{Referer}i" "%{User-Agent}i"

## Where lines go: file, stdout, stderr, or logger (org.eclipse.jetty.server.RequestLog, at INFO).
# jetty.requestlog.output=file

## The directory of the files, relative to $JETTY_BASE.
# jetty.requestlog.dir=logs

## The file; yyyy_mm_dd stands for the date.
# jetty.requestlog.filePath=${jetty.requestlog.dir}/yyyy_mm_dd.request.log

## The format of the date.
# jetty.requestlog.filenameDateFormat=yyyy_MM_dd

## The size in bytes at which a file is replaced by a new one; 0 for any size.
# jetty.requestlog.maxFileSize=0

## Whether files that are written no more are compressed by gzip.
# jetty.requestlog.compress=false

## How many files are kept besides the one that is written; 0 for any number.
# jetty.requestlog.retainFiles=0

## Files older than this many days are deleted.
# jetty.requestlog.retainDays=90

## Whether the file of the day is continued after a restart.
# jetty.requestlog.append=false

## The time zone of the change of day.
# jetty.requestlog.rollover.timezone=GMT
