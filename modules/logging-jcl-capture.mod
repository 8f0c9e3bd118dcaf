[description]
Hands what libraries log with Apache Commons Logging to the logging of the server.

[tags]
logging

[provides]
commons-logging

[depends]
logging/slf4j
logging

[license]
SLF4J is QOS.ch's; the bridge of Commons Logging is under the Apache Licence 2.0:
https://www.slf4j.org/license.html

[files]
maven://org.slf4j/jcl-over-slf4j/${slf4j.version}|lib/logging/jcl-over-slf4j-${slf4j.version}.jar

[lib]
lib/logging/jcl-over-slf4j-${slf4j.version}.jar
