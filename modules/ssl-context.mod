[description]
Sets up TLS: key store, trust store, protocols, cipher suites.

[tags]
connector
ssl
internal

[depends]
server

[xml]
etc/jetty-ssl-context.xml

[ini-template]
### TLS
## The provider of TLS; empty for the JDK's default.
# jetty.sslContext.provider=

## The server's certificate with its chain, and its private key, as text (PEM), relative to $JETTY_BASE.
## They take the place of a key store. The private key may be in the file of the certificate.
# jetty.sslContext.certificatePath=
# jetty.sslContext.privateKeyPath=

## A directory of certificates as text, chosen by the server name that the client sends, relative to $JETTY_BASE:
## NAME.pem (or .crt) with NAME.key, or NAME/fullchain.pem with NAME/privkey.pem, or NAME/tls.crt with NAME/tls.key.
## Clients of no or another name get certificatePath, else the pair "default", else the first by name.
# jetty.sslContext.certificatesDirectory=

## The key store with the server's certificate, relative to $JETTY_BASE.
# jetty.sslContext.keyStorePath=etc/keystore.p12

## The password of the key store, as plain text or as an OBF: text.
# jetty.sslContext.keyStorePassword=

## The format of the key store: PKCS12, JKS, or PEM for a text file with private keys and certificates.
# jetty.sslContext.keyStoreType=PKCS12

## The provider of the key store; empty for the JDK's default.
# jetty.sslContext.keyStoreProvider=

## The password of the keys; empty if it is that of the key store.
# jetty.sslContext.keyManagerPassword=

## The store with the certificates of clients that are trusted, relative to $JETTY_BASE; empty for the key store.
# jetty.sslContext.trustStorePath=

## The password of the trust store.
# jetty.sslContext.trustStorePassword=

## The format of the trust store: PKCS12, JKS, or PEM for a text file with certificates; empty for that of the key store.
# jetty.sslContext.trustStoreType=

## The provider of the trust store; empty for the JDK's default.
# jetty.sslContext.trustStoreProvider=

## How the host name of a client's certificate is checked; empty for not at all.
# jetty.sslContext.endpointIdentificationAlgorithm=

## Whether clients need a certificate.
# jetty.sslContext.needClientAuth=false

## Whether clients are asked for a certificate.
# jetty.sslContext.wantClientAuth=false

## Whether the order of cipher suites is the server's, not the client's.
# jetty.sslContext.useCipherSuitesOrder=true

## How many TLS sessions are kept to be resumed; -1 for the JDK's default.
# jetty.sslContext.sslSessionCacheSize=-1

## For how many seconds TLS sessions can be resumed; -1 for the JDK's default.
# jetty.sslContext.sslSessionTimeout=-1

## Whether clients may begin another handshake on a TLS 1.2 connection.
# jetty.sslContext.renegotiationAllowed=false

## How many more handshakes a TLS 1.2 connection may have; -1 for any number.
# jetty.sslContext.renegotiationLimit=5

## Whether a handshake fails where no certificate is for the server name that the client sent.
# jetty.sslContext.sniRequired=false

## The protocol of the TLS context; empty for the default.
# jetty.sslContext.protocol=

## Patterns of the only protocols to use, separated by commas; empty for all that are not excluded.
# jetty.sslContext.includeProtocols=

## Patterns of protocols that are not used.
# jetty.sslContext.excludeProtocols=SSL,SSLv2,SSLv2Hello,SSLv3

## Patterns of the only cipher suites to use; empty for all that are not excluded.
# jetty.sslContext.includeCipherSuites=

## Patterns of cipher suites that are not used.
# jetty.sslContext.excludeCipherSuites=^.*_(MD5|SHA|SHA1)$,^TLS_RSA_.*$,^SSL_.*$,^.*_NULL_.*$,^.*_anon_.*$

## The alias of the only certificate to use; empty to choose by the server name that the client sends.
# jetty.sslContext.alias=

## Whether the certificates of the key store are validated at start.
# jetty.sslContext.validateCertificates=false

## Whether the server starts with a key whose certificate has expired.
# jetty.sslContext.expiredCertificatesAllowed=false

## Whether the certificates of clients are validated against revocation lists.
# jetty.sslContext.validatePeerCertificates=false

## The algorithm of random numbers; empty for the JDK's default.
# jetty.sslContext.secureRandomAlgorithm=

## The algorithm of the key manager; empty for the JDK's default.
# jetty.sslContext.keyManagerFactoryAlgorithm=

## The algorithm of the trust manager; empty for the JDK's default.
# jetty.sslContext.trustManagerFactoryAlgorithm=

## Whether TLS sessions can be resumed.
# jetty.sslContext.sessionCachingEnabled=true
