[description]
Encodes responses and decodes requests by gzip.

[tags]
server
handler
compression
gzip

[depends]
gzip-compression
compression

[xml]
etc/jetty-compression-gzip.xml

[ini-template]
### Gzip
## The least bytes that are encoded, where the length of a response is known.
# jetty.compression.gzip.minCompressSize=32

## Inflaters that are kept; -1 for no limit.
# jetty.compression.gzip.inflaterPool.capacity=1024

## Whether inflaters expect no header of zlib; gzip needs it, false is refused.
# jetty.compression.gzip.inflaterPool.noWrap=true

## Deflaters that are kept; -1 for no limit.
# jetty.compression.gzip.deflaterPool.capacity=1024

## From 0 (none) to 9 (best); -1 for the default of the platform.
# jetty.compression.gzip.deflaterPool.compressionLevel=-1

## Whether deflaters write no header of zlib; gzip needs it, false is refused.
# jetty.compression.gzip.deflaterPool.noWrap=true

## Bytes of a buffer for decoded content.
# jetty.compression.gzip.decoder.bufferSize=512

## The least bytes of a buffer for encoded content.
# jetty.compression.gzip.encoder.bufferSize=512

## From 0 (none) to 9 (best); -1 for that of the deflaters.
# jetty.compression.gzip.encoder.compressionLevel=-1

## 0 for all kinds of content, 1 for filtered values, 2 for Huffman coding only.
# jetty.compression.gzip.encoder.strategy=0

## Whether each write can be decoded at once.
# jetty.compression.gzip.encoder.syncFlush=false
