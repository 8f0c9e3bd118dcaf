[description]
Logs users in by an LDAP directory, and makes its client available to the JAAS module LdapLoginModule.

[tags]
3rdparty
security

[depends]
security

[before]
deployment-scanner

[files]
maven://com.unboundid/unboundid-ldapsdk/${unboundid.version}|lib/ldap/unboundid-ldapsdk-${unboundid.version}.jar

[lib]
lib/ldap/unboundid-ldapsdk-${unboundid.version}.jar

[xml]
etc/jetty-ldap.xml

[license]
The LDAP SDK of UnboundID is Ping Identity's, under the Apache License 2.0, among others:
https://github.com/pingidentity/ldapsdk

[ini]
unboundid.version?=@unboundid.version@

[ini-template]
### Directory
## The name of the realm, which applications name in their web.xml.
# jetty.ldap.realm=ldap

## URLs of one directory, separated by commas: the first that answers is used.
# jetty.ldap.urls=ldap://localhost:389

## Whether connections of ldap:// must begin TLS by StartTLS.
# jetty.ldap.startTls=false

## A key store with the trusted certificates of the directory, relative to the base; empty for the authorities of the JVM.
# jetty.ldap.trustStorePath=
# jetty.ldap.trustStorePassword=

## The account that searches, and its password, which may be obfuscated; empty to search without authentication.
# jetty.ldap.bindDn=
# jetty.ldap.bindPassword=

## Where users are, and the filter that finds one.
# jetty.ldap.userBaseDn=ou=people,dc=example,dc=org
# jetty.ldap.userFilter=(uid={username})

## The name of the entry of a user, to bind without a search, as uid={username},ou=people,dc=example,dc=org.
# jetty.ldap.userDnPattern=

## The attribute with the name of the user; empty for the name as the user typed it.
# jetty.ldap.userNameAttribute=uid

## Where groups are, which are the roles of their members; the filter that finds them, and the attribute with their names.
# jetty.ldap.groupBaseDn=
# jetty.ldap.groupFilter=(|(member={dn})(uniqueMember={dn})(memberUid={username}))
# jetty.ldap.groupNameAttribute=cn

## Whether groups that are members of groups count.
# jetty.ldap.nestedGroups=false

## Whether searches follow referrals to other servers, with the password of the account that searches.
# jetty.ldap.followReferrals=false

## The milliseconds for a connection, and for each answer.
# jetty.ldap.connectTimeout=5000
# jetty.ldap.responseTimeout=5000

## The most connections that search.
# jetty.ldap.maxConnections=10

## The most passwords that are checked in parallel. Four times as many wait, each for at most responseTimeout.
# jetty.ldap.maxBinds=20
