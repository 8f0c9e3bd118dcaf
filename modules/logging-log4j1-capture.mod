[description]
Hands what libraries log with Log4j 1.2 to the logging of the server.

[tags]
logging

[provides]
log4j

[depends]
logging/slf4j
logging

[license]
SLF4J is QOS.ch's; the bridge of Log4j 1.2 is under the Apache Licence 2.0:
https://www.slf4j.org/license.html

[files]
maven://org.slf4j/log4j-over-slf4j/${slf4j.version}|lib/logging/log4j-over-slf4j-${slf4j.version}.jar

[lib]
lib/logging/log4j-over-slf4j-${slf4j.version}.jar
