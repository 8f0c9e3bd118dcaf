[description]
Speaks HTTP/2 at the clear-text port, to clients that begin with its preface or ask for an upgrade.

[tags]
connector
http2
http

[depends]
http

[lib]
lib/http2/jetty-http2-common-${jetty.version}.jar
lib/http2/jetty-http2-hpack-${jetty.version}.jar
lib/http2/jetty-http2-server-${jetty.version}.jar

[xml]
etc/jetty-http2c.xml

[ini-template]
### HTTP/2 in clear text
## The most concurrent requests of a connection.
# jetty.http2c.maxConcurrentStreams=128

## The bytes of a request's content that may come ahead of the application.
# jetty.http2c.initialStreamRecvWindow=524288

## The bytes of content of all requests of a connection that may come ahead of the application.
# jetty.http2c.initialSessionRecvWindow=1232896

## The most keys of a SETTINGS frame; a connection that sends more is closed.
# jetty.http2c.maxSettingsKeys=64

## The events a second that cost work for nothing, such as streams that are reset, beyond which a connection is closed,
## on top of as many as it had requests answered; -1 for any number.
# jetty.http2c.rateControl.maxEventsPerSecond=128
