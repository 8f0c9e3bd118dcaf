[description]
Answers start.jar --threads, --dump, --log-level and --diagnose, by the port and the key of the module shutdown.
Only clients of this machine are answered.

[tags]
server
monitoring

[depends]
server
shutdown

[lib]
lib/jetty-operations-${jetty.version}.jar

[xml]
etc/jetty-diagnostics.xml
