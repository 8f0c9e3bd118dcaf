[description]
Logs with Log4j 2, as $JETTY_BASE/resources/log4j2.xml says.

[tags]
logging

[provides]
logging
log4j

[depends]
logging/slf4j
resources

[license]
Log4j is the Apache Software Foundation's, under the Apache Licence 2.0:
https://logging.apache.org/log4j/2.x/
https://www.apache.org/licenses/LICENSE-2.0

[files]
basehome:modules/logging/log4j2
maven://org.apache.logging.log4j/log4j-slf4j2-impl/${log4j2.version}|lib/logging/log4j-slf4j2-impl-${log4j2.version}.jar
maven://org.apache.logging.log4j/log4j-api/${log4j2.version}|lib/logging/log4j-api-${log4j2.version}.jar
maven://org.apache.logging.log4j/log4j-core/${log4j2.version}|lib/logging/log4j-core-${log4j2.version}.jar

[lib]
lib/logging/log4j-slf4j2-impl-${log4j2.version}.jar
lib/logging/log4j-api-${log4j2.version}.jar
lib/logging/log4j-core-${log4j2.version}.jar

[ini]
log4j2.version?=2.25.2
jetty.webapp.addHiddenClasses+=,org.apache.logging.log4j.
