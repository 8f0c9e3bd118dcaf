[description]
Passes requests of a context path of the @ee@ environment on to another server, by a proxy servlet.

[environment]
@ee@

[tags]
proxy

[depends]
proxy
@ee@-servlet

[lib]
lib/jetty-@ee@-proxy-${jetty.version}.jar

[xml]
etc/jetty-@ee@-proxy.xml

[ini-template]
### Proxy servlet
## The context path, the class of the servlet and its mapping.
# jetty.proxy.contextPath=/
# jetty.proxy.servletClass=org.eclipse.jetty.@ee@.proxy.AsyncProxyServlet$Transparent
# jetty.proxy.servletMapping=/*

## The URI of the server, which is required, and the prefix of paths that it takes the place of.
# jetty.proxy.proxyTo=
# jetty.proxy.prefix=

## The threads of the proxy's own pool.
# jetty.proxy.maxThreads=128

## The connections to the server.
# jetty.proxy.maxConnections=256

## The milliseconds without traffic after which a connection to the server fails.
# jetty.proxy.idleTimeout=30000

## The milliseconds that a response may take in all; 0 for no limit.
# jetty.proxy.timeout=60000

## The sizes in bytes of buffers of requests and responses, and of their heads;
## buffers of responses grow from 16 to 64 KiB for 0.
# jetty.proxy.requestBufferSize=4096
# jetty.proxy.responseBufferSize=0
# jetty.proxy.maxRequestHeadersSize=8192
# jetty.proxy.maxResponseHeadersSize=8192

## The selectors of connections to the server.
# jetty.proxy.selectors=1
