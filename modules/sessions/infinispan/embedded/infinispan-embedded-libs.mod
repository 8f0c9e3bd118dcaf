[description]
The libraries of an embedded Infinispan.

[tags]
session
3rdparty

[depends]
sessions/infinispan/infinispan-common

[license]
Infinispan, JGroups, Caffeine, Jackson, RxJava, Reactive Streams (MIT-0), JSpecify and the libraries of JBoss, SmallRye and WildFly are under the
Apache License 2.0; the Jakarta Transactions API is under the Eclipse Public License 2.0:
https://github.com/infinispan/infinispan/blob/main/LICENSE.txt

[files]
maven://com.github.ben-manes.caffeine/caffeine/${caffeine.version}|lib/infinispan/caffeine-${caffeine.version}.jar
maven://com.fasterxml.jackson.core/jackson-core/${jackson-core.version}|lib/infinispan/jackson-core-${jackson-core.version}.jar
maven://io.reactivex.rxjava3/rxjava/${rxjava.version}|lib/infinispan/rxjava-${rxjava.version}.jar
maven://io.smallrye.common/smallrye-common-annotation/${smallrye-common.version}|lib/infinispan/smallrye-common-annotation-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-constraint/${smallrye-common.version}|lib/infinispan/smallrye-common-constraint-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-cpu/${smallrye-common.version}|lib/infinispan/smallrye-common-cpu-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-expression/${smallrye-common.version}|lib/infinispan/smallrye-common-expression-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-function/${smallrye-common.version}|lib/infinispan/smallrye-common-function-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-net/${smallrye-common.version}|lib/infinispan/smallrye-common-net-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-os/${smallrye-common.version}|lib/infinispan/smallrye-common-os-${smallrye-common.version}.jar
maven://io.smallrye.common/smallrye-common-ref/${smallrye-common.version}|lib/infinispan/smallrye-common-ref-${smallrye-common.version}.jar
maven://jakarta.transaction/jakarta.transaction-api/${jakarta.transaction.ee10.version}|lib/infinispan/jakarta.transaction-api-${jakarta.transaction.ee10.version}.jar
maven://org.infinispan/infinispan-commons/${infinispan.version}|lib/infinispan/infinispan-commons-${infinispan.version}.jar
maven://org.infinispan/infinispan-core/${infinispan.version}|lib/infinispan/infinispan-core-${infinispan.version}.jar
maven://org.infinispan/infinispan-counter-api/${infinispan.version}|lib/infinispan/infinispan-counter-api-${infinispan.version}.jar
maven://org.infinispan.protostream/protostream/${protostream.version}|lib/infinispan/protostream-${protostream.version}.jar
maven://org.infinispan.protostream/protostream-types/${protostream.version}|lib/infinispan/protostream-types-${protostream.version}.jar
maven://org.jboss.logging/jboss-logging/${jboss-logging.version}|lib/infinispan/jboss-logging-${jboss-logging.version}.jar
maven://org.jboss.threads/jboss-threads/${jboss-threads.version}|lib/infinispan/jboss-threads-${jboss-threads.version}.jar
maven://org.jgroups/jgroups/${jgroups.version}|lib/infinispan/jgroups-${jgroups.version}.jar
maven://org.jspecify/jspecify/${jspecify.version}|lib/infinispan/jspecify-${jspecify.version}.jar
maven://org.reactivestreams/reactive-streams/${reactive-streams.version}|lib/infinispan/reactive-streams-${reactive-streams.version}.jar
maven://org.wildfly.common/wildfly-common/${wildfly-common.version}|lib/infinispan/wildfly-common-${wildfly-common.version}.jar

[ini]
caffeine.version?=@caffeine.version@
infinispan.version?=@infinispan.version@
jackson-core.version?=@jackson-core.version@
jakarta.transaction.ee10.version?=@jakarta.transaction.ee10.version@
jboss-logging.version?=@jboss-logging.version@
jboss-threads.version?=@jboss-threads.version@
jgroups.version?=@jgroups.version@
jspecify.version?=@jspecify.version@
protostream.version?=@protostream.version@
reactive-streams.version?=@reactive-streams.version@
rxjava.version?=@rxjava.version@
smallrye-common.version?=@smallrye-common.version@
wildfly-common.version?=@wildfly-common.version@
