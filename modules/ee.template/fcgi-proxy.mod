[description]
Brings the servlet that passes requests on to FastCGI applications such as PHP-FPM to the @ee@ environment.

[environment]
@ee@

[tags]
fcgi
proxy

[depends]
fcgi-proxy
@ee@-servlet

[lib]
lib/jetty-@ee@-proxy-${jetty.version}.jar
lib/jetty-@ee@-fcgi-proxy-${jetty.version}.jar
