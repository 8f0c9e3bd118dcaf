[description]
Distributes requests over the back ends of etc/jetty-balancer-backends.properties, a file that may change while the server runs.

[tags]
proxy

[depends]
proxy

[files]
basehome:modules/balancer/jetty-balancer-backends.properties|etc/jetty-balancer-backends.properties

[xml]
etc/jetty-balancer.xml

[ini-template]
### Balancer
## The file of back ends, relative to the base.
# jetty.balancer.backends=etc/jetty-balancer-backends.properties

## The seconds between two looks at the file; 0 for none.
# jetty.balancer.reloadInterval=1

## The path specs of requests that are distributed, separated by commas; empty for all. Others are for applications of this server.
# jetty.balancer.include.path=

## How a back end is chosen: least-requests, hash:address, hash:path, hash:header:NAME or hash:cookie:NAME.
# jetty.balancer.choice=least-requests

## The requests that a back end may have in relation to its share when hashes choose, as in 1.25; 0 for no bound.
# jetty.balancer.loadFactor=1.25

## How clients stick to a back end: none, cookie (of the balancer) or route (the end of the session ids of back ends).
# jetty.balancer.sticky=none

## The cookie of sticky=cookie: its name, SameSite (Strict, Lax, None or nothing), HttpOnly, and Secure for clear text, too.
# jetty.balancer.sticky.cookieName=JETTY_BACKEND
# jetty.balancer.sticky.sameSite=Lax
# jetty.balancer.sticky.httpOnly=true
# jetty.balancer.sticky.alwaysSecure=false

## The key of the hash in the cookie; balancers before the same back ends need the same one.
# jetty.balancer.sticky.secret=

## The cookie and the path parameter with the session id of the back ends, for sticky=route.
# jetty.balancer.sticky.sessionCookieName=JSESSIONID
# jetty.balancer.sticky.sessionParameterName=jsessionid

## The path of health checks, as in /health/ready; empty for none.
# jetty.balancer.health.path=

## Milliseconds between checks, and in which a response must have come.
# jetty.balancer.health.interval=5000
# jetty.balancer.health.timeout=2000

## The status codes of a healthy back end, and the checks in a row that make it up or down.
# jetty.balancer.health.expectedStatus=200-399
# jetty.balancer.health.rise=2
# jetty.balancer.health.fall=3

## The failed requests in a row that eject a back end, 0 for never; whether a status 5xx is a failure.
# jetty.balancer.eject.maxFailures=5
# jetty.balancer.eject.serverErrors=false

## Milliseconds of the first ejection and at most, and the percentage of back ends that are ejected at most.
# jetty.balancer.eject.baseTime=5000
# jetty.balancer.eject.maxTime=300000
# jetty.balancer.eject.maxPercent=50

## How often an idempotent request that has failed is sent to another back end; 0 for never.
# jetty.balancer.retry.max=2

## The budget of retries: it grows by this percentage of the requests, up to the reserve.
# jetty.balancer.retry.budgetPercent=20
# jetty.balancer.retry.budgetReserve=100

## The bytes of content that are kept of an idempotent request, to send it again.
# jetty.balancer.retry.maxContentSize=65536

## Milliseconds in which the share of a back end grows after it was out of use.
# jetty.balancer.slowStart=10000

## The seconds after which refused clients are told to try again.
# jetty.balancer.retryAfter=1

## Milliseconds to connect to a back end, and that a connection may be idle; the most connections to each.
# jetty.balancer.connectTimeout=2000
# jetty.balancer.idleTimeout=30000
# jetty.balancer.maxConnections=256

## Whether back ends get the Host of the client; and the fields about the client: NONE, FORWARDED, X_FORWARDED or ALL.
# jetty.balancer.preserveHost=true
# jetty.balancer.forwardedFields=X_FORWARDED

## Whether back ends get the certificate of the client, in Client-Cert and Client-Cert-Chain (RFC 9440).
# jetty.balancer.clientCertificate=false
