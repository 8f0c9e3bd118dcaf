[description]
The library of the coding gzip, without a handler.

[tags]
compression
gzip

[lib]
lib/compression/jetty-compression-common-${jetty.version}.jar
lib/compression/jetty-compression-gzip-${jetty.version}.jar
