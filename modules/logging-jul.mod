[description]
Logs with java.util.logging, as $JETTY_BASE/resources/java-util-logging.properties says.

[tags]
logging

[provides]
logging
java-util-logging

[depends]
logging/slf4j
resources

[license]
SLF4J is QOS.ch's, under the MIT licence:
https://www.slf4j.org/license.html

[files]
maven://org.slf4j/slf4j-jdk14/${slf4j.version}|lib/logging/slf4j-jdk14-${slf4j.version}.jar
basehome:modules/logging/jul/resources/java-util-logging.properties|resources/java-util-logging.properties

[lib]
lib/logging/slf4j-jdk14-${slf4j.version}.jar

[ini]
slf4j.version?=@slf4j.version@
-Djava.util.logging.config.file=${jetty.base}/resources/java-util-logging.properties
