[description]
Puts signed tokens (JOSE), their keys and their checks on the class path of the server: for the modules jwt and openid.

[tags]
security

[depends]
client
security

[license]
Nimbus JOSE+JWT is Connect2id's, under the Apache License 2.0:
https://bitbucket.org/connect2id/nimbus-jose-jwt

[files]
maven://com.nimbusds/nimbus-jose-jwt/${nimbus-jose-jwt.version}|lib/jose/nimbus-jose-jwt-${nimbus-jose-jwt.version}.jar

[lib]
lib/jetty-jwt-${jetty.version}.jar
lib/jose/nimbus-jose-jwt-${nimbus-jose-jwt.version}.jar

[ini]
nimbus-jose-jwt.version?=@nimbus-jose-jwt.version@
