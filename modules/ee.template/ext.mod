[description]
Puts all jars of lib/@ee@/ext on the class path of the @ee@ environment.

[tags]
classpath

[environment]
@ee@

[files]
lib/
lib/@ee@/
lib/@ee@/ext/

[lib]
lib/@ee@/ext/**.jar
