[description]
Replaces several slashes in the path of requests by one. jetty.httpConfig.uriCompliance must allow empty segments.

[tags]
server

[depends]
rewrite

[xml]
etc/jetty-rewrite-compactpath.xml
