[description]
Puts all jars of lib/ext on the class path of the server.

[tags]
classpath

[files]
lib/
lib/ext/

[lib]
lib/ext/**.jar
