[description]
Speaks HTTP/1.1 at the TLS port.

[tags]
connector
https
http
ssl

[depends]
ssl

[after]
alpn
http2

[xml]
etc/jetty-https.xml
