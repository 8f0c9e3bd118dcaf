[description]
Logs to standard error, as $JETTY_BASE/resources/jetty-logging.properties says.
It is Logback with a small configuration of its own; a logback.xml in resources/ takes precedence.

[tags]
logging

[provides]
logging|default

[depends]
logging/slf4j
resources

[files]
basehome:modules/logging/jetty

[lib]
lib/logging/jetty-slf4j-impl-${jetty.version}.jar
lib/logging/logback-classic-${logback.version}.jar
lib/logging/logback-core-${logback.version}.jar

[ini]
logback.version?=@logback.version@
jetty.webapp.addHiddenClasses+=,org.eclipse.jetty.logging.
jetty.webapp.addHiddenClasses+=,ch.qos.logback.
jetty.webapp.addHiddenClasses+=,${jetty.home.uri}/lib/logging/
