[description]
Brings the handler that passes requests on to FastCGI applications such as PHP-FPM.

[tags]
fcgi
proxy

[depends]
fcgi
proxy

[lib]
lib/fcgi/jetty-fcgi-proxy-${jetty.version}.jar
