[description]
Gets the certificate from an authority that speaks ACME, such as Let's Encrypt, and renews it while the server runs.
Until the first one is issued, a temporary certificate is used that clients do not trust.

[tags]
connector
ssl

[depends]
acme/certificate
http
https
alpn

[after]
secure-redirect
rewrite
inetaccess
dos
qos
thread-limit
size-limit
gzip
compression
statistics
cross-origin
state-tracking

[xml]
etc/jetty-acme.xml

[ini-template]
### ACME
## The full host names of the certificate, separated by commas. There are no wildcards.
# jetty.acme.names=

## Whether you agree to the terms of service of the authority. The server does not start without.
# jetty.acme.termsOfServiceAgreed=false

## The e-mail addresses that the authority may write to, separated by commas.
# jetty.acme.contacts=

## The URL of the authority's directory. For tries: https://acme-staging-v02.api.letsencrypt.org/directory
# jetty.acme.directoryUrl=https://acme-v02.api.letsencrypt.org/directory

## How the authority checks the hosts: http-01 by a request to port 80, tls-alpn-01 by a handshake of TLS 1.3 at port 443.
# jetty.acme.challenge=http-01

## The type of the certificate's key: EC (P-256) or RSA (2048 bits).
# jetty.acme.keyType=EC

## How many days before its end a certificate is renewed; 0 for when the authority suggests, or a third of its life is left.
# jetty.acme.renewBeforeDays=0

## The seconds to wait after a failure; doubled with each further one, up to a day.
# jetty.acme.minRetrySeconds=300

## The most seconds to wait for each check, and for the certificate.
# jetty.acme.timeoutSeconds=120

## The identifier and the key (base64url) of a customer's account, for authorities that demand one. Or jetty.acme.eabSecret.file=PATH.
# jetty.acme.eabKeyId=
# jetty.acme.eabSecret=

## A PEM file of certificates that the authority itself is trusted by, relative to $JETTY_BASE; empty for those of the JVM.
# jetty.acme.trustStorePath=

## The directory of the certificate and of the account's key, relative to $JETTY_BASE.
# jetty.acme.stateDirectory=acme
