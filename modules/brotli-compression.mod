[description]
The library of the coding brotli, without a handler.

[tags]
compression
brotli

[license]
Brotli4j is Hyperxpro's, under the Apache License 2.0:
https://github.com/hyperxpro/Brotli4j
The native library in it is Google's, under the MIT licence:
https://github.com/google/brotli

[files]
maven://com.aayushatharva.brotli4j/brotli4j/${brotli4j.version}|lib/compression/brotli4j-${brotli4j.version}.jar
maven://com.aayushatharva.brotli4j/service/${brotli4j.version}|lib/compression/brotli4j-service-${brotli4j.version}.jar
maven://com.aayushatharva.brotli4j/native-windows-x86_64/${brotli4j.version}|lib/compression/brotli4j-native-windows-x86_64-${brotli4j.version}.jar
maven://com.aayushatharva.brotli4j/native-linux-x86_64/${brotli4j.version}|lib/compression/brotli4j-native-linux-x86_64-${brotli4j.version}.jar
maven://com.aayushatharva.brotli4j/native-linux-aarch64/${brotli4j.version}|lib/compression/brotli4j-native-linux-aarch64-${brotli4j.version}.jar

[lib]
lib/compression/jetty-compression-common-${jetty.version}.jar
lib/compression/jetty-compression-brotli-${jetty.version}.jar
lib/compression/brotli4j-${brotli4j.version}.jar
lib/compression/brotli4j-service-${brotli4j.version}.jar
lib/compression/brotli4j-native-windows-x86_64-${brotli4j.version}.jar
lib/compression/brotli4j-native-linux-x86_64-${brotli4j.version}.jar
lib/compression/brotli4j-native-linux-aarch64-${brotli4j.version}.jar

[ini]
brotli4j.version?=@brotli4j.version@
