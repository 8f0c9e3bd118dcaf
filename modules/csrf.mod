[description]
Refuses requests that other sites make in the name of a user (cross-site request forgery).

[tags]
server
handler
csrf

[depends]
server

[xml]
etc/jetty-csrf.xml

[ini-template]
### Cross-site request forgery
## Other origins whose pages may make any request, separated by commas, as https://shop.example:8443.
# jetty.csrf.trustedOrigins=

## Whether requests with cookies, but without Sec-Fetch-Site and Origin, need the token of the page.
## Current browsers always send one of these; with false, other clients need no token.
# jetty.csrf.tokenRequired=true

## Paths, separated by commas, that other sites may send requests to.
# jetty.csrf.exclude.path=
