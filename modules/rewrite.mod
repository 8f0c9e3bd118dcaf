[description]
Rewrites, redirects and answers requests by the rules of etc/jetty-rewrite-rules.xml.

[tags]
server

[depends]
server

[provides]
rewrite|default

[lib]
lib/jetty-rewrite-${jetty.version}.jar

[files]
basehome:modules/rewrite/jetty-rewrite-rules.xml|etc/jetty-rewrite-rules.xml

[xml]
etc/jetty-rewrite.xml
etc/jetty-rewrite-rules.xml

[ini-template]
### Rewrite rules
## The request attribute with the path before the rules; that with the query has .QUERYSTRING appended. Empty for none.
# jetty.rewrite.originalPathAttribute=jetty.rewrite.originalRequestPath
