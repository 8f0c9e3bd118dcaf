[description]
The library of the coding zstandard, without a handler.

[tags]
compression
zstandard

[license]
Zstd-jni is Luben Karavelov's, under the BSD 2-Clause licence:
https://github.com/luben/zstd-jni
The native library in it is Meta's, under the BSD 3-Clause licence:
https://github.com/facebook/zstd

[files]
maven://com.github.luben/zstd-jni/${zstd-jni.version}|lib/compression/zstd-jni-${zstd-jni.version}.jar

[lib]
lib/compression/jetty-compression-common-${jetty.version}.jar
lib/compression/jetty-compression-zstandard-${jetty.version}.jar
lib/compression/zstd-jni-${zstd-jni.version}.jar

[ini]
zstd-jni.version?=@zstd-jni.version@
