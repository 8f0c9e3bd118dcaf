[description]
Hands what libraries log with java.util.logging to the logging of the server.

[tags]
logging

[provides]
java-util-logging

[depends]
logging/slf4j
logging

[before]
server
threadpool
scheduler
bytebufferpool
http-config

[license]
SLF4J is QOS.ch's, under the MIT licence:
https://www.slf4j.org/license.html

[files]
maven://org.slf4j/jul-to-slf4j/${slf4j.version}|lib/logging/jul-to-slf4j-${slf4j.version}.jar
basehome:modules/logging/jul/resources/java-util-logging-bridge.properties|resources/java-util-logging.properties

[lib]
lib/logging/jul-to-slf4j-${slf4j.version}.jar

[xml]
etc/logging-jul-capture.xml

[ini]
-Djava.util.logging.config.file=${jetty.base}/resources/java-util-logging.properties
