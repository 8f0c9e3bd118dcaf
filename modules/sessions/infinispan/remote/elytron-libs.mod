[description]
The libraries by which a client of Infinispan logs in.

[tags]
session
3rdparty

[depends]
sessions/infinispan/infinispan-common

[license]
Elytron and the libraries of JBoss, SmallRye and WildFly are under the Apache License 2.0:
https://github.com/wildfly-security/wildfly-elytron/blob/2.x/LICENSE.txt

[files]
maven://io.smallrye.common/smallrye-common-constraint/${smallrye-common.version}|lib/infinispan/smallrye-common-constraint-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-cpu/${smallrye-common.version}|lib/infinispan/smallrye-common-cpu-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-expression/${smallrye-common.version}|lib/infinispan/smallrye-common-expression-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-function/${smallrye-common.version}|lib/infinispan/smallrye-common-function-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-net/${smallrye-common.version}|lib/infinispan/smallrye-common-net-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-os/${smallrye-common.version}|lib/infinispan/smallrye-common-os-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-ref/${smallrye-common.version}|lib/infinispan/smallrye-common-ref-${smallrye-common.version}.jar
maven://org.jboss.logging/jboss-logging/${jboss-logging.version}|lib/infinispan/jboss-logging-${jboss-logging.version}.jar
maven://org.wildfly.common/wildfly-common/${wildfly-common.version}|lib/infinispan/wildfly-common-${wildfly-common.version}.jar
maven://org.wildfly.security/wildfly-elytron-asn1/${elytron.version}|lib/infinispan/wildfly-elytron-asn1-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-auth/${elytron.version}|lib/infinispan/wildfly-elytron-auth-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-auth-server/${elytron.version}|lib/infinispan/wildfly-elytron-auth-server-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-base/${elytron.version}|lib/infinispan/wildfly-elytron-base-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-credential/${elytron.version}|lib/infinispan/wildfly-elytron-credential-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-http/${elytron.version}|lib/infinispan/wildfly-elytron-http-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-keystore/${elytron.version}|lib/infinispan/wildfly-elytron-keystore-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-mechanism/${elytron.version}|lib/infinispan/wildfly-elytron-mechanism-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-mechanism-digest/${elytron.version}|lib/infinispan/wildfly-elytron-mechanism-digest-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-mechanism-gssapi/${elytron.version}|lib/infinispan/wildfly-elytron-mechanism-gssapi-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-mechanism-oauth2/${elytron.version}|lib/infinispan/wildfly-elytron-mechanism-oauth2-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-mechanism-scram/${elytron.version}|lib/infinispan/wildfly-elytron-mechanism-scram-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-password-impl/${elytron.version}|lib/infinispan/wildfly-elytron-password-impl-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-permission/${elytron.version}|lib/infinispan/wildfly-elytron-permission-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-provider-util/${elytron.version}|lib/infinispan/wildfly-elytron-provider-util-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-sasl/${elytron.version}|lib/infinispan/wildfly-elytron-sasl-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-sasl-digest/${elytron.version}|lib/infinispan/wildfly-elytron-sasl-digest-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-sasl-external/${elytron.version}|lib/infinispan/wildfly-elytron-sasl-external-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-sasl-gs2/${elytron.version}|lib/infinispan/wildfly-elytron-sasl-gs2-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-sasl-gssapi/${elytron.version}|lib/infinispan/wildfly-elytron-sasl-gssapi-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-sasl-oauth2/${elytron.version}|lib/infinispan/wildfly-elytron-sasl-oauth2-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-sasl-plain/${elytron.version}|lib/infinispan/wildfly-elytron-sasl-plain-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-sasl-scram/${elytron.version}|lib/infinispan/wildfly-elytron-sasl-scram-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-security-manager-action/${elytron.version}|lib/infinispan/wildfly-elytron-security-manager-action-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-ssl/${elytron.version}|lib/infinispan/wildfly-elytron-ssl-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-util/${elytron.version}|lib/infinispan/wildfly-elytron-util-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-x500/${elytron.version}|lib/infinispan/wildfly-elytron-x500-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-x500-cert/${elytron.version}|lib/infinispan/wildfly-elytron-x500-cert-${elytron.version}.jar
maven://org.wildfly.security/wildfly-elytron-x500-cert-util/${elytron.version}|lib/infinispan/wildfly-elytron-x500-cert-util-${elytron.version}.jar

[ini]
elytron.version?=@elytron.version@
jboss-logging.version?=@jboss-logging.version@
smallrye-common.version?=@smallrye-common.version@
wildfly-common.version?=@wildfly-common.version@
