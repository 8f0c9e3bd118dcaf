[description]
Takes the client, the authority and the scheme of requests from Forwarded and X-Forwarded-* headers.
Name the proxies that are believed by jetty.httpConfig.forwardedTrusted; otherwise these must set or remove the headers.

[tags]
forwarded

[depends]
server

[before]
ssl

[xml]
etc/jetty-forwarded.xml

[ini-template]
### Forwarded headers
## The addresses of the proxies that are believed, separated by commas, as in 10.0.0.0/8,::1; unix for those that connect by a
## Unix-domain socket. Lists are read from the right then. Empty to believe any client, and the left-most items.
# jetty.httpConfig.forwardedTrusted=

## The headers with the certificate of the client, which the proxy has checked: none, client-cert (RFC 9440) or ssl-client-cert (as of
## nginx). Needs forwardedTrusted, as these proxies decide who has logged in.
# jetty.httpConfig.forwardedCertificate=none

## Whether the header of RFC 7239 alone is looked at.
# jetty.httpConfig.forwardedOnly=false

## Whether the address of the proxy, where it is told, is the authority of requests.
# jetty.httpConfig.forwardedProxyAsAuthority=false

## Whether a forwarded port is one of the authority; else it is the client's.
# jetty.httpConfig.forwardedPortAsAuthority=true

## The names of the headers; an empty one is not looked at.
# jetty.httpConfig.forwardedHeader=Forwarded
# jetty.httpConfig.forwardedHostHeader=X-Forwarded-Host
# jetty.httpConfig.forwardedServerHeader=X-Forwarded-Server
# jetty.httpConfig.forwardedProtoHeader=X-Forwarded-Proto
# jetty.httpConfig.forwardedForHeader=X-Forwarded-For
# jetty.httpConfig.forwardedPortHeader=X-Forwarded-Port
# jetty.httpConfig.forwardedHttpsHeader=X-Proxied-Https
# jetty.httpConfig.forwardedSslSessionIdHeader=Proxy-ssl-id
# jetty.httpConfig.forwardedCipherSuiteHeader=Proxy-auth-cert
