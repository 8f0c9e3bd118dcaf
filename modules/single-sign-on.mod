[description]
Lets users log in once for all applications of a realm, on all servers that share a session store, and log out everywhere.

[tags]
security
session

[depends]
security
sessions

[before]
deployment-scanner

[lib]
lib/jetty-sso-${jetty.version}.jar

[xml]
etc/jetty-single-sign-on.xml

[ini-template]
### Single sign-on
## The realms that take part, with commas in between; empty for those whose users the server has. A login counts in its own realm only.
# jetty.sso.realms=

## The seconds without use after which a sign-on ends, and with it the sessions that belong to it.
# jetty.sso.idleTimeout=1800

## The seconds after the last login when a sign-on ends in any case.
# jetty.sso.maxAge=43200

## The seconds after the last login when a further application asks for another; 0 for never.
# jetty.sso.reauthenticate=0

## Whether an application that invalidates its session, as many do to log out, logs the user out everywhere.
# jetty.sso.logoutOnInvalidate=true

## The seconds between two looks for sign-ons that other servers have ended.
# jetty.sso.checkInterval=60

## The most sign-ons of a user on this server, as of several browsers. The eldest ends.
# jetty.sso.maxSignOnsPerUser=20

## The name of the cookie, and the domain whose hosts share it; empty for the host alone.
# jetty.sso.cookieName=JETTY_SSO
# jetty.sso.cookieDomain=

## Lax, Strict or None, see HttpCookie.SameSite.
# jetty.sso.sameSite=Lax

## Whether the cookie is for secure connections only, even if it is set on another; otherwise it is where the request is secure.
# jetty.sso.secureCookie=false
