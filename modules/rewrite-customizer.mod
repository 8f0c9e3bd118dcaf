[description]
Rewrites requests by rules before any handler gets them. Rules that answer requests are for the module "rewrite".

[tags]
server

[depends]
server

[provides]
rewrite

[before]
ssl

[lib]
lib/jetty-rewrite-${jetty.version}.jar

[xml]
etc/jetty-rewrite-customizer.xml

[ini-template]
### Rewrite rules
## The request attribute with the path before the rules; that with the query has .QUERYSTRING appended. Empty for none.
# jetty.rewrite.originalPathAttribute=jetty.rewrite.originalRequestPath
