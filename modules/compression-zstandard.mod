[description]
Encodes responses and decodes requests by zstandard.

[tags]
server
handler
compression
zstandard

[depends]
zstandard-compression
compression

[xml]
etc/jetty-compression-zstandard.xml

[ini-template]
### Zstandard
## The least bytes that are encoded, where the length of a response is known.
# jetty.compression.zstandard.minCompressSize=48

## Bytes of a buffer for decoded content.
# jetty.compression.zstandard.decoder.bufferSize=128000

## Whether frames of requests begin without magic number.
# jetty.compression.zstandard.decoder.magicless=false

## The least bytes of a buffer for encoded content.
# jetty.compression.zstandard.encoder.bufferSize=128000

## To 22 (smallest); negative levels are the fastest.
# jetty.compression.zstandard.encoder.compressionLevel=3

## From 1 (fast) to 9 (smallest); -1 for that of the level.
# jetty.compression.zstandard.encoder.strategy=-1

## Whether frames begin without magic number, which few clients can decode.
# jetty.compression.zstandard.encoder.magicless=false

## Whether frames end with a checksum.
# jetty.compression.zstandard.encoder.checksum=false

## Whether each write can be decoded at once.
# jetty.compression.zstandard.encoder.syncFlush=false
