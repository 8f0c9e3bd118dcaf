[description]
Serves the files of a directory at /.well-known/ (RFC 8615).

[tags]
handler

[depends]
server

[files]
.well-known/

[xml]
etc/well-known.xml

[ini-template]
### Well-known URIs
## The directory.
# jetty.wellknown.dir=.well-known

## Whether directories are listed.
# jetty.wellknown.listDirectories=false
