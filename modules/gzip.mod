[description]
Compresses responses by gzip, and decompresses requests if wanted.

[tags]
server
handler

[depends]
server

[xml]
etc/jetty-gzip.xml

[ini-template]
### Gzip
## The least bytes that are compressed, where the length of a response is known.
# jetty.gzip.minGzipSize=32

## Bytes of a buffer for decompressed content of requests; 0 leaves the content of requests as it is.
# jetty.gzip.inflateBufferSize=0

## The most bytes that the content of a request may have once decompressed; -1 for no limit.
# jetty.gzip.maxInflatedSize=67108864

## Inflaters that are kept; -1 for no limit.
# jetty.gzip.inflaterPool.capacity=1024

## Whether inflaters expect no header of zlib; gzip needs it, false is refused.
# jetty.gzip.inflaterPool.noWrap=true

## Deflaters that are kept; -1 for no limit.
# jetty.gzip.deflaterPool.capacity=1024

## From 0 (none) to 9 (best); -1 for the default of the platform.
# jetty.gzip.deflaterPool.compressionLevel=-1

## Whether deflaters write no header of zlib; gzip needs it, false is refused.
# jetty.gzip.deflaterPool.noWrap=true

## Whether each write can be decoded at once.
# jetty.gzip.syncFlush=false

## Methods whose responses are compressed, separated by commas.
# jetty.gzip.includedMethodList=GET,POST
# jetty.gzip.excludedMethodList=

## Content types that are compressed; all but those known to be compressed already, if neither is set.
# jetty.gzip.includedMimeTypeList=
# jetty.gzip.excludedMimeTypeList=

## Path specs of responses that are compressed.
# jetty.gzip.includedPathList=
# jetty.gzip.excludedPathList=
