[description]
Encodes responses and decodes requests by brotli.

[tags]
server
handler
compression
brotli

[depends]
brotli-compression
compression

[xml]
etc/jetty-compression-brotli.xml

[ini-template]
### Brotli
## The least bytes that are encoded, where the length of a response is known.
# jetty.compression.brotli.minCompressSize=48

## Bytes of a buffer for decoded content.
# jetty.compression.brotli.decoder.bufferSize=16384

## The least bytes of a buffer for encoded content.
# jetty.compression.brotli.encoder.bufferSize=4096

## From 0 (fast) to 11 (smallest).
# jetty.compression.brotli.encoder.compressionLevel=11

## 0 for all kinds of content, 1 for text, 2 for fonts.
# jetty.compression.brotli.encoder.strategy=0

## The binary logarithm of the window's bytes, from 10 to 24.
# jetty.compression.brotli.encoder.lgWindow=22

## Whether each write can be decoded at once.
# jetty.compression.brotli.encoder.syncFlush=false
