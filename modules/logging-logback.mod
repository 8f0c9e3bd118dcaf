[description]
Logs with Logback, as $JETTY_BASE/resources/logback.xml says.

[tags]
logging

[provides]
logging

[depends]
logging/slf4j
resources

[files]
basehome:modules/logging/logback

[lib]
lib/logging/logback-classic-${logback.version}.jar
lib/logging/logback-core-${logback.version}.jar

[ini]
logback.version?=@logback.version@
jetty.webapp.addHiddenClasses+=,ch.qos.logback.
