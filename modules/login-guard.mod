[description]
Slows down clients that guess passwords, by user and by address, for each authenticator and login service.

[tags]
security

[depends]
security

[before]
deployment-scanner

[xml]
etc/jetty-login-guard.xml

[ini-template]
### Failed logins
## Failures without a delay of a user from an address. Each further one doubles the delay, from one second.
# jetty.loginGuard.freeFailures=5

## Failures without a delay of an address, whatever the user; only for users who have not logged in from it.
# jetty.loginGuard.freeFailuresOfAddress=50

## Failures without a delay of a user, whatever the address; only at addresses from which the user has not logged in.
# jetty.loginGuard.freeFailuresOfUser=50

## The longest delay of a user from an address, in seconds.
# jetty.loginGuard.maxDelay=300

## The longest delay of an address, in seconds.
# jetty.loginGuard.maxDelayOfAddress=900

## The longest delay of a user, in seconds.
# jetty.loginGuard.maxDelayOfUser=60

## How many users, addresses and pairs of them are remembered, each.
# jetty.loginGuard.maxEntries=10000
