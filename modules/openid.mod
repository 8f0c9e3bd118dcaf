[description]
Logs users in at an OpenID Connect provider: the authentication method OPENID of web applications and handlers.

[tags]
security

[depends]
jose

[lib]
lib/jetty-openid-${jetty.version}.jar

[xml]
etc/jetty-openid.xml

[ini-template]
### OpenID Connect
## The issuer, exactly as the provider names itself; an https URI, or an http URI of this host. Required.
# jetty.openid.provider=

## The id of this client at the provider. Required.
# jetty.openid.clientId=

## The secret of this client at the provider.
# jetty.openid.clientSecret=

## Endpoints, where they are not those of the metadata of the provider.
# jetty.openid.provider.authorizationEndpoint=
# jetty.openid.provider.tokenEndpoint=
# jetty.openid.provider.endSessionEndpoint=

## Where the keys of the provider are; with both endpoints above, no metadata are read.
# jetty.openid.provider.jwksUri=

## Scopes to ask for beside openid, with commas in between, such as email,profile.
# jetty.openid.scopes=

## How this client authenticates: client_secret_post, client_secret_basic, private_key_jwt or none.
# jetty.openid.authenticationMethod=client_secret_post

## The private key of private_key_jwt, a file in PEM (PKCS #8) relative to $JETTY_BASE, and its id at the provider.
# jetty.openid.privateKeyFile=
# jetty.openid.privateKeyId=

## The algorithms of signatures that are accepted, with commas in between; empty for all asymmetric ones.
# jetty.openid.idTokenAlgorithms=

## The claim that is the name of the user.
# jetty.openid.userNameClaim=sub

## The claims that are roles of the user, with commas in between, such as groups or realm_access.roles.
# jetty.openid.rolesClaims=

## A file with the roles of users, relative to $JETTY_BASE, with lines such as: ann: *,admin
# jetty.openid.rolesFile=

## Whether users are let in who are not in the file of roles.
# jetty.openid.authenticateNewUsers=false

## Whether claims are asked for at the user info endpoint, too.
# jetty.openid.userInfo=false

## Whether tokens are refreshed when the access token has expired.
# jetty.openid.refreshTokens=false

## Whether users have to log in again when their ID token has expired.
# jetty.openid.logoutWhenIdTokenIsExpired=false

## The seconds by which the clocks of provider and server may differ.
# jetty.openid.clockSkew=30

## The milliseconds that a request to the provider may take.
# jetty.openid.timeout=10000

## Whether a provider on another host may be asked in clear text (http).
# jetty.openid.insecureProvider=false

## Whether any certificate of the provider is accepted. Anybody can be the provider then: for tests only.
# jetty.openid.sslContextFactory.trustAll=false

## The key store with certificates that those of the provider are trusted by; empty for those of the JVM.
# jetty.openid.sslContextFactory.trustStorePath=
# jetty.openid.sslContextFactory.trustStorePassword=
