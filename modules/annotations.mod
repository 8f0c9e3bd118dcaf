[description]
Puts the scanner of annotations on the class path of the server.

[depends]
server

[lib]
lib/jetty-annotations-${jetty.version}.jar
lib/annotations/asm-${asm.version}.jar

[ini]
asm.version?=@asm.version@
