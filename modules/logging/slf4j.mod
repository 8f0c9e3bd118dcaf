[description]
Puts the SLF4J API on the class path of the server.

[tags]
logging

[provides]
slf4j

[lib]
lib/logging/slf4j-api-${slf4j.version}.jar

[ini]
slf4j.version?=@slf4j.version@
jetty.webapp.addHiddenClasses+=,org.slf4j.
