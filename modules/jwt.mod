[description]
Takes access tokens in place of logins: the authentication method JWT of web applications and handlers.

[tags]
security

[depends]
jose

[before]
deployment-scanner

[xml]
etc/jetty-jwt.xml

[ini-template]
### Access tokens
## The issuer, exactly as tokens name it; an https URI, or an http URI of this host. Required.
# jetty.jwt.issuer=

## The names of this server in tokens (claim aud), of which a token needs one, with commas in between. Required.
# jetty.jwt.audience=

## The name of the realm, which challenges have and applications name in their web.xml.
# jetty.jwt.realm=jwt

## The types of tokens that are accepted, with commas in between. Some providers need at+jwt,JWT.
# jetty.jwt.types=at+jwt

## The algorithms of signatures that are accepted, with commas in between; empty for all asymmetric ones.
# jetty.jwt.algorithms=

## Where the keys of the issuer are, if not where its metadata say: a URI, or a file (JWKS) relative to $JETTY_BASE.
# jetty.jwt.jwksUri=
# jetty.jwt.jwksFile=

## The seconds by which the clocks of issuer and server may differ.
# jetty.jwt.clockSkew=30

## The seconds after which a token is too old, whenever it expires; 0 for no limit.
# jetty.jwt.maxAge=0

## The claim that is the name of the user.
# jetty.jwt.userNameClaim=sub

## The claims that are roles of the user, with commas in between, such as groups or realm_access.roles.
# jetty.jwt.rolesClaims=

## Whether the scopes of a token are roles, and what the names of these begin with.
# jetty.jwt.scopesAsRoles=false
# jetty.jwt.scopeRolePrefix=

## Whether tokens that are bound to a key of the client are taken, with a DPoP proof (RFC 9449): off, accept or require.
# jetty.jwt.dpop=off

## The algorithms of signatures of proofs that are accepted, with commas in between; empty for all asymmetric ones.
# jetty.jwt.dpop.algorithms=

## The seconds by which the time of a proof may differ from that of this server.
# jetty.jwt.dpop.window=60

## Whether proofs need a nonce of this server, which clients get by a first response of 401.
# jetty.jwt.dpop.nonce=false

## The most proofs of twice the window that are remembered, against replay; of one user, half of them.
# jetty.jwt.dpop.maxProofs=200000

## The client as which this server asks the issuer about opaque tokens; empty to refuse them.
# jetty.jwt.clientId=
# jetty.jwt.clientSecret=

## How this client authenticates: client_secret_basic, client_secret_post or private_key_jwt.
# jetty.jwt.authenticationMethod=client_secret_basic

## The private key of private_key_jwt, a file in PEM (PKCS #8) relative to $JETTY_BASE, and its id at the issuer.
# jetty.jwt.privateKeyFile=
# jetty.jwt.privateKeyId=

## The introspection endpoint, if it is not that of the metadata of the issuer.
# jetty.jwt.introspection.endpoint=

## Whether the issuer must name the audience of an opaque token.
# jetty.jwt.introspection.audienceRequired=true

## The seconds for which what the issuer said of an opaque token is good; a token that is revoked is accepted that long.
# jetty.jwt.introspection.cacheTime=60

## The milliseconds that a request to the issuer may take.
# jetty.jwt.timeout=5000

## Whether an issuer on another host may be asked in clear text (http).
# jetty.jwt.insecureProvider=false

## Whether any certificate of the issuer is accepted. Anybody can be the issuer then: for tests only.
# jetty.jwt.sslContextFactory.trustAll=false

## The key store with certificates that those of the issuer are trusted by; empty for those of the JVM.
# jetty.jwt.sslContextFactory.trustStorePath=
# jetty.jwt.sslContextFactory.trustStorePassword=
