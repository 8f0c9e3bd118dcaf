[description]
The libraries of a client of Infinispan.

[tags]
session
3rdparty

[depends]
sessions/infinispan/infinispan-common
sessions/infinispan/remote/elytron-libs

[license]
Infinispan, Netty, Caffeine, Jackson, JCTools, RxJava, Mutiny, Reactive Streams (MIT-0), JSpecify and the annotations of SmallRye are under the
Apache License 2.0; the Jakarta Transactions API is under the Eclipse Public License 2.0:
https://github.com/infinispan/infinispan/blob/main/LICENSE.txt

[files]
maven://com.github.ben-manes.caffeine/caffeine/${caffeine.version}|lib/infinispan/caffeine-${caffeine.version}.jar
maven://com.fasterxml.jackson.core/jackson-core/${jackson-core.version}|lib/infinispan/jackson-core-${jackson-core.version}.jar
maven://io.netty/netty-buffer/${netty.version}|lib/infinispan/netty-buffer-${netty.version}.jar
maven://io.netty/netty-codec/${netty.version}|lib/infinispan/netty-codec-${netty.version}.jar
maven://io.netty/netty-codec-dns/${netty.version}|lib/infinispan/netty-codec-dns-${netty.version}.jar
maven://io.netty/netty-common/${netty.version}|lib/infinispan/netty-common-${netty.version}.jar
maven://io.netty/netty-handler/${netty.version}|lib/infinispan/netty-handler-${netty.version}.jar
maven://io.netty/netty-resolver/${netty.version}|lib/infinispan/netty-resolver-${netty.version}.jar
maven://io.netty/netty-resolver-dns/${netty.version}|lib/infinispan/netty-resolver-dns-${netty.version}.jar
maven://io.netty/netty-transport/${netty.version}|lib/infinispan/netty-transport-${netty.version}.jar
maven://io.netty/netty-transport-native-unix-common/${netty.version}|lib/infinispan/netty-transport-native-unix-common-${netty.version}.jar
maven://io.reactivex.rxjava3/rxjava/${rxjava.version}|lib/infinispan/rxjava-${rxjava.version}.jar
maven://io.smallrye.common/smallrye-common-annotation/${smallrye-common.version}|lib/infinispan/smallrye-common-annotation-${smallrye-common.version}.jar
maven://io.smallrye.reactive/mutiny/${mutiny.version}|lib/infinispan/mutiny-${mutiny.version}.jar
maven://jakarta.transaction/jakarta.transaction-api/${jakarta.transaction.ee10.version}|lib/infinispan/jakarta.transaction-api-${jakarta.transaction.ee10.version}.jar
maven://org.infinispan/infinispan-api/${infinispan.version}|lib/infinispan/infinispan-api-${infinispan.version}.jar
maven://org.infinispan/infinispan-client-hotrod/${infinispan.version}|lib/infinispan/infinispan-client-hotrod-${infinispan.version}.jar
maven://org.infinispan/infinispan-commons/${infinispan.version}|lib/infinispan/infinispan-commons-${infinispan.version}.jar
maven://org.infinispan/infinispan-counter-api/${infinispan.version}|lib/infinispan/infinispan-counter-api-${infinispan.version}.jar
maven://org.infinispan.protostream/protostream/${protostream.version}|lib/infinispan/protostream-${protostream.version}.jar
maven://org.infinispan.protostream/protostream-types/${protostream.version}|lib/infinispan/protostream-types-${protostream.version}.jar
maven://org.jctools/jctools-core/${jctools.version}|lib/infinispan/jctools-core-${jctools.version}.jar
maven://org.jspecify/jspecify/${jspecify.version}|lib/infinispan/jspecify-${jspecify.version}.jar
maven://org.reactivestreams/reactive-streams/${reactive-streams.version}|lib/infinispan/reactive-streams-${reactive-streams.version}.jar

[ini]
caffeine.version?=@caffeine.version@
infinispan.version?=@infinispan.version@
jackson-core.version?=@jackson-core.version@
jakarta.transaction.ee10.version?=@jakarta.transaction.ee10.version@
jctools.version?=@jctools.version@
jspecify.version?=@jspecify.version@
mutiny.version?=@mutiny.version@
netty.version?=@netty.version@
protostream.version?=@protostream.version@
reactive-streams.version?=@reactive-streams.version@
rxjava.version?=@rxjava.version@
smallrye-common.version?=@smallrye-common.version@
