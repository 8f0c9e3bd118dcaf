[description]
Remote clients of JMX connect by TLS, with the key store of the module ssl-context.

[tags]
jmx
ssl

[depends]
ssl-context
jmx-remote

[xml]
etc/jmx-remote-ssl.xml
