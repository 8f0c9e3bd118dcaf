package org.eclipse.jetty.hazelcast.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.genericrecord.GenericRecord;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.testing.AttributeContract;
import org.eclipse.jetty.session.testing.SessionClusterContract;
import org.eclipse.jetty.session.testing.SessionDataStoreContract;
import org.eclipse.jetty.session.testing.SharedStoreContract;
import org.eclipse.jetty.session.testing.StoreOutageContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two members in this JVM, and clients of two members in JVMs of their own. */
class HazelcastStoreTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String MAP = "jetty-distributed-session-map";

    private static SessionDataStore store(HazelcastSessionDataStoreFactory factory, String context) throws Exception {
        SessionDataStore store = factory.getSessionDataStore(null);
        store.initialize(new SessionContext("one", context, null));
        store.start();
        return store;
    }

    private static SessionData data(SessionDataStore store, String id, long expiry) {
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(id, now, now, now, 60_000);
        data.setExpiry(expiry);
        data.setLastNode("one");
        return data;
    }

    private static HazelcastSessionDataStoreFactory of(HazelcastInstance instance) {
        HazelcastSessionDataStoreFactory factory = new HazelcastSessionDataStoreFactory();
        factory.setHazelcastInstance(instance);
        return factory;
    }

    /** Members in this JVM. */
    @Nested
    class Embedded {
        private static final AtomicInteger NEXT = new AtomicInteger();
        private static HazelcastInstance[] members;

        @BeforeAll
        static void open() throws Exception {
            Members two = new Members(2);
            members = new HazelcastInstance[] {
                Hazelcast.newHazelcastInstance(two.config(0)), Hazelcast.newHazelcastInstance(two.config(1))
            };
            assertThat(members[0].getCluster().getMembers()).hasSize(2);
        }

        @AfterAll
        static void close() {
            for (HazelcastInstance member : members) {
                member.getLifecycleService().terminate();
            }
        }

        /** Of one member and the other in turn. */
        private static HazelcastSessionDataStoreFactory factory() {
            return of(members[NEXT.incrementAndGet() % 2]);
        }

        @Nested
        class Contract extends SessionDataStoreContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return factory();
            }
        }

        @Nested
        class Shared extends SharedStoreContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return factory();
            }
        }

        @Nested
        class Cluster extends SessionClusterContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return factory();
            }
        }

        @Nested
        class Attributes extends AttributeContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return factory();
            }
        }

        /** What no server has removed, as all of them are gone, is not kept for ever. */
        @Test
        void mapRemovesASessionLongAfterItExpired() throws Exception {
            HazelcastSessionDataStoreFactory factory = factory();
            factory.setGracePeriodSec(100);
            SessionDataStore store = store(factory, "/ttl");
            IMap<String, GenericRecord> map = members[0].getMap(MAP);
            long expiry = System.currentTimeMillis() + 60_000;
            SessionData data = data(store, "a", expiry);
            store.store("a", data);
            store.store("b", data(store, "b", 0));
            long limit = expiry + 200_000 + 3_600_000;
            assertThat(map.getEntryView("_ttl:0.0.0.0:a").getExpirationTime()).isBetween(limit - 5000, limit + 5000);
            assertThat(map.getEntryView("_ttl:0.0.0.0:b").getExpirationTime()).isEqualTo(Long.MAX_VALUE);
            data.setExpiry(expiry + 600_000);
            data.setMetaDataDirty(true);
            store.store("a", data);
            assertThat(map.getEntryView("_ttl:0.0.0.0:a").getExpirationTime())
                    .isBetween(limit + 595_000, limit + 605_000);
            store.stop();
        }

        @Test
        void withoutQueriesOnlyCandidatesAreFoundToHaveExpired() throws Exception {
            HazelcastSessionDataStoreFactory factory = factory();
            factory.setUseQueries(false);
            SessionDataStore store = store(factory, "/queries");
            store.store("a", data(store, "a", 1000));
            assertThat(store.getExpired(Set.of())).isEmpty();
            assertThat(store.getExpired(Set.of("a"))).containsExactly("a");
            store.stop();
        }

        @Test
        void valueThatIsNoSessionIsUnreadable() throws Exception {
            SessionDataStore store = store(factory(), "/broken");
            members[0]
                    .getMap(MAP)
                    .put(
                            "_broken:0.0.0.0:a",
                            GenericRecordBuilder.compact("other")
                                    .setInt64("expiry", 0)
                                    .build());
            assertThatThrownBy(() -> store.load("a")).hasMessageContaining("unreadable session a");
            members[0].getMap(MAP).delete("_broken:0.0.0.0:a");
            store.stop();
        }
    }

    /** The member that a factory makes outlives an application that is redeployed. */
    @Test
    void memberOfAFileKeepsTheSessionsOfAStoreThatStartsAgain(@TempDir Path directory) throws Exception {
        Members one = new Members(1);
        HazelcastSessionDataStoreFactory factory = new HazelcastSessionDataStoreFactory();
        factory.setConfigurationLocation(Files.writeString(directory.resolve("hazelcast.xml"), one.xml(one.port(0)))
                .toString());
        factory.setHazelcastInstanceName("member-" + one.port(0));
        SessionDataStore store = store(factory, "/app");
        store.store("a", data(store, "a", 0));
        store.stop();
        store.start();
        assertThat(store.load("a")).isNotNull();
        assertThat(factory.getHazelcastInstance().getName()).isEqualTo("member-" + one.port(0));
        store.stop();
        factory.getHazelcastInstance().getLifecycleService().terminate();
        factory.setConfigurationLocation("/none/such.xml");
        assertThatThrownBy(() -> store(factory, "/app"))
                .hasMessageContaining("configurationLocation: /none/such.xml (expected");
    }

    @Test
    void namesThatAreMissingAreRefused() {
        HazelcastSessionDataStoreFactory factory = new HazelcastSessionDataStoreFactory();
        assertThatThrownBy(() -> factory.setMapName(" ")).hasMessage("mapName:   (expected: a name)");
        assertThatThrownBy(() -> factory.setHazelcastInstanceName(""))
                .hasMessage("hazelcastInstanceName:  (expected: a name)");
    }

    /** Members in JVMs of their own, which have no class of this project. */
    @Nested
    class Remote {
        private static Members members;
        private static HazelcastInstance client;

        @BeforeAll
        static void open() throws Exception {
            members = new Members(2).start();
            client = HazelcastClient.newHazelcastClient(members.client());
        }

        @AfterAll
        static void close() throws Exception {
            client.shutdown();
            members.close();
        }

        @Test
        void noSessionIsLostWhenAMemberIsKilled(@TempDir Path directory) throws Exception {
            HazelcastSessionDataStoreFactory factory = new HazelcastSessionDataStoreFactory();
            factory.setOnlyClient(true);
            factory.setAddresses(members.addresses());
            factory.setConfigurationLocation(Files.writeString(
                            directory.resolve("client.yaml"),
                            "hazelcast-client:\n  cluster-name: " + members.cluster() + "\n")
                    .toString());
            SessionDataStore store = store(factory, "/failover");
            Awaitility.await("both members").atMost(DEADLINE).ignoreExceptions().until(() -> {
                store.load("a");
                return factory.getHazelcastInstance().getCluster().getMembers().size() == 2;
            });
            List<String> ids = IntStream.range(0, 100).mapToObj(i -> "id" + i).toList();
            for (String id : ids) {
                store.store(id, data(store, id, 0));
            }
            members.process(1).kill();
            Awaitility.await("the other member")
                    .atMost(DEADLINE)
                    .ignoreExceptions()
                    .until(() -> {
                        SessionData data = store.load("id0");
                        data.setAttribute("after", true);
                        store.store("id0", data);
                        return store.load("id0").getAttribute("after") != null;
                    });
            for (String id : ids) {
                assertThat(store.load(id)).as(id).isNotNull();
            }
            store.stop();
        }

        @Nested
        class Contract extends SessionDataStoreContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return of(client);
            }
        }

        @Nested
        class Shared extends SharedStoreContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return of(client);
            }
        }

        @Nested
        class Attributes extends AttributeContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return of(client);
            }
        }

        @Nested
        class Outage extends StoreOutageContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory(int relay) {
                HazelcastSessionDataStoreFactory factory = new HazelcastSessionDataStoreFactory();
                factory.setOnlyClient(true);
                factory.setHazelcastInstanceName("relay-" + relay);
                factory.setClientConfig(members.clientBy(relay));
                return factory;
            }

            @Override
            protected int serverPort() {
                return members.port(0);
            }
        }
    }
}
