[description]
Encodes responses and decodes requests by brotli, gzip and zstandard.

[tags]
server
handler
compression
brotli
gzip
zstandard

[depends]
compression-brotli
compression-gzip
compression-zstandard
