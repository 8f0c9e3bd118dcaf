[description]
Reads the content of requests before they are handled, or counted by qos and thread-limit, without a thread that waits for a slow client.

[tags]
server

[depends]
server

[after]
qos
thread-limit
compression
gzip
cross-origin
rewrite
size-limit

[xml]
etc/jetty-eager-content.xml

[ini-template]
### Eager content: forms
## The most fields of a form; -1 for what the application allows, by default 1000.
# jetty.eager.form.maxFields=-1

## The most bytes of a form; -1 for what the application allows, by default 200000.
# jetty.eager.form.maxLength=-1

### Eager content: multipart forms
## The directory for files.
# jetty.eager.multipart.location=/tmp

## The most parts; -1 for no limit.
# jetty.eager.multipart.maxParts=100

## The most bytes of all parts; -1 for no limit.
# jetty.eager.multipart.maxSize=52428800

## The most bytes of a part; -1 for no limit.
# jetty.eager.multipart.maxPartSize=10485760

## The bytes of a part above which it goes to a file.
# jetty.eager.multipart.maxMemoryPartSize=1024

## The most bytes of the head of a part.
# jetty.eager.multipart.maxHeadersSize=8192

## Whether parts without a file name may go to a file, too.
# jetty.eager.multipart.useFilesForPartsWithoutFileName=true

## RFC7578, LEGACY, or deviations from them.
# jetty.eager.multipart.complianceMode=RFC7578

### Eager content: other content
## The most bytes that are retained; -1 for what one buffer of input holds, 0 to wait for the first bytes only.
# jetty.eager.content.maxRetainedBytes=-1

## The bytes that are reckoned for each chunk beyond its content; -1 for a default.
# jetty.eager.content.framingOverhead=-1

## Whether more content is refused by 413; otherwise the application reads the rest.
# jetty.eager.content.rejectWhenExceeded=false

## Which requests, by lists separated by commas: methods, path specs, patterns of client addresses.
# jetty.eager.include.method=
# jetty.eager.include.path=
# jetty.eager.include.inet=
# jetty.eager.exclude.method=
# jetty.eager.exclude.path=
# jetty.eager.exclude.inet=
