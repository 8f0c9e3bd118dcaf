[description]
Redirects requests in clear text to the secure port.

[tags]
handler

[depends]
server

[xml]
etc/jetty-secure-redirect.xml

[ini-template]
### Redirections to the secure port
## The status of the redirection.
# jetty.secureredirect.code=302
