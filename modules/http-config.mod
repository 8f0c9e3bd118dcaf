[description]
Sets what all versions of HTTP have in common: buffer sizes, header limits, compliance.

[tags]
server

[lib]
lib/jetty-http-${jetty.version}.jar
lib/jetty-util-${jetty.version}.jar

[xml]
etc/jetty-http-config.xml

[ini-template]
### HTTP
## The scheme of secure URIs that redirections lead to.
# jetty.httpConfig.secureScheme=https

## The port of secure URIs that redirections lead to.
# jetty.httpConfig.securePort=8443

## Bytes of the buffer that requests are read into.
# jetty.httpConfig.inputBufferSize=8192

## Bytes of response content that are gathered before they are written.
# jetty.httpConfig.outputBufferSize=32768

## A write of at most this many bytes is gathered; a larger one passes through.
# jetty.httpConfig.outputAggregationSize=8192

## Whether connections are kept for further requests.
# jetty.httpConfig.persistentConnectionsEnabled=true

## The most bytes of the request line and request headers; more is answered by 414 or 431. Over HTTP/2 the connection ends
## by more than 32768 bytes of them as they are encoded, the maxHeaderBlockFragment of its connection factory.
# jetty.httpConfig.requestHeaderSize=8192

## Bytes of the buffer for response headers.
# jetty.httpConfig.responseHeaderSize=8192

## The most bytes of response headers; more is an error.
# jetty.httpConfig.maxResponseHeaderSize=16384

## Whether responses name the server and its version.
# jetty.httpConfig.sendServerVersion=false

## Whether responses have a Date header.
# jetty.httpConfig.sendDateHeader=true

## Bytes of the head of a request that are remembered per connection, to be recognised in the next request; 0 for none.
# jetty.httpConfig.headerCacheSize=8192

## How often a request may be dispatched to error pages: more than once when the first page fails itself; 0 for never.
# jetty.httpConfig.maxErrorDispatches=1

## Whether a Location header may be relative.
# jetty.httpConfig.relativeRedirectAllowed=true

## Whether redirections have a page with the link.
# jetty.httpConfig.generateRedirectBody=false

## Whether reading uses buffers outside the Java heap.
# jetty.httpConfig.useInputDirectByteBuffers=true

## Whether writing uses buffers outside the Java heap.
# jetty.httpConfig.useOutputDirectByteBuffers=true

## The least free bytes for which an input buffer is read into again while the application holds content of it.
# jetty.httpConfig.minInputBufferSpace=1024

## Milliseconds that the head of a request may take, whether it is dripped or stops; 0 for no limit, -1 for the idle timeout.
# jetty.httpConfig.requestHeadTimeout=-1

## The most parameters that a query may have, when an application asks for them; more are answered by 400; -1 for no limit.
# jetty.httpConfig.maxQueryKeys=20000

## The fewest bytes per second of request content while the server waits for it; fewer are answered by 408; 0 for no limit.
# jetty.httpConfig.minRequestDataRate=240

## Milliseconds of waiting for request content before its rate counts.
# jetty.httpConfig.requestDataRateGrace=5000

## The fewest bytes per second that a client must take of a response that waits for it, within each idle timeout; the connection
## of one that takes fewer is closed. 0: something must be taken within each idle timeout; -1: nothing.
# jetty.httpConfig.minResponseDataRate=240

## The most requests of an HTTP/1.1 connection; -1 for no limit.
# jetty.httpConfig.maxRequestsPerConnection=-1

## Whether applications get TRACE requests; if not, they are answered by 405.
# jetty.httpConfig.traceAllowed=false

## Whether the time that each request spends in its phases is measured, for the request log and Server-Timing.
# jetty.httpConfig.requestPhases=false

## The response field with the id of the request, as the log and error pages show it, such as X-Request-ID; empty for none.
# jetty.httpConfig.requestIdField=

## What is forgiven in HTTP messages: RFC9110, RFC7230, RFC2616, RFC7230_LEGACY, RFC2616_LEGACY, ...
# jetty.httpConfig.compliance=RFC9110

## What is forgiven in URIs: DEFAULT, RFC3986, LEGACY, UNSAFE, ...
# jetty.httpConfig.uriCompliance=DEFAULT

## What is forgiven in URIs of redirections.
# jetty.httpConfig.redirectUriCompliance=DEFAULT

## What is forgiven in request cookies: RFC6265, RFC6265_STRICT, RFC6265_LEGACY, RFC2965, ...
# jetty.httpConfig.requestCookieCompliance=RFC6265

## How response cookies are written: RFC6265, RFC2965, ...
# jetty.httpConfig.responseCookieCompliance=RFC6265

## What is forgiven in multipart/form-data: RFC7578, LEGACY, ...
# jetty.httpConfig.multiPartCompliance=RFC7578
