[description]
Shows the components of the server as MBeans (JMX) of this JVM.

[tags]
jmx

[depends]
server

[lib]
lib/jetty-jmx-${jetty.version}.jar

[xml]
etc/jetty-jmx.xml
