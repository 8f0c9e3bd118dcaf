[description]
Encodes responses and decodes requests by the codings that the modules compression-gzip, compression-brotli and
compression-zstandard add.

[tags]
server
handler
compression

[depends]
server

[lib]
lib/compression/jetty-compression-common-${jetty.version}.jar
lib/compression/jetty-compression-server-${jetty.version}.jar

[xml]
etc/jetty-compression.xml

[ini-template]
### Compression
## The most bytes that the content of a request may have once decoded; -1 for no limit.
# jetty.compression.maxDecompressedSize=67108864
