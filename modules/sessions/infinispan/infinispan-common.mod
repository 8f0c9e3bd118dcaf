[description]
What both kinds of sessions in Infinispan have in common.

[tags]
session

[depends]
sessions
logging/slf4j

[lib]
lib/jetty-infinispan-common-${jetty.version}.jar
lib/infinispan/*.jar

[ini]
jetty.webapp.addHiddenClasses+=,${jetty.base.uri}/lib/infinispan/
