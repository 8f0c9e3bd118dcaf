[description]
Reloads key store, certificates and trust store when their files change: new connections get the new certificate.

[tags]
connector
ssl

[depends]
ssl-context

[xml]
etc/jetty-ssl-context-reload.xml

[ini-template]
### Reload of the key store
## How often the file is looked at, in seconds.
# jetty.sslContext.reload.scanInterval=1
