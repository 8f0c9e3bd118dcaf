package org.eclipse.jetty.session.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.session.testing.AttributeContract;
import org.eclipse.jetty.session.testing.SessionClusterContract;
import org.eclipse.jetty.session.testing.SessionDataStoreContract;
import org.eclipse.jetty.session.testing.SharedStoreContract;
import org.eclipse.jetty.session.testing.StoreOutageContract;
import org.infinispan.Cache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.commons.api.BasicCache;
import org.infinispan.manager.DefaultCacheManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of two members in this JVM, a cache of one server alone, and clients of two servers in JVMs of their own. */
class InfinispanStoreTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private static SessionDataStore start(InfinispanSessionDataStoreFactory factory, String context) throws Exception {
        return start(factory, new SessionHandler(), context);
    }

    private static SessionDataStore start(
            InfinispanSessionDataStoreFactory factory, SessionHandler manager, String context) throws Exception {
        SessionDataStore store = factory.getSessionDataStore(manager);
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

    private static InfinispanSessionDataStoreFactory of(BasicCache<String, InfinispanSessionData> cache) {
        InfinispanSessionDataStoreFactory factory = new InfinispanSessionDataStoreFactory();
        factory.setCache(cache);
        return factory;
    }

    /** A factory with a file of properties of a client of some servers. */
    private static InfinispanSessionDataStoreFactory client(Nodes nodes, Path directory, String... properties)
            throws Exception {
        InfinispanSessionDataStoreFactory factory = new InfinispanSessionDataStoreFactory();
        factory.setOnlyClient(true);
        factory.setConfigurationLocation(Files.writeString(
                        directory.resolve("hotrod.properties"),
                        "infinispan.client.hotrod.server_list=" + nodes.addresses() + "\n"
                                + String.join("\n", properties))
                .toString());
        factory.setCacheName(Nodes.CACHE);
        return factory;
    }

    private static <V> Cache<String, V> sessions(DefaultCacheManager manager) {
        return manager.getCache(Nodes.CACHE);
    }

    /** Members in this JVM. */
    @Nested
    class Embedded {
        private static final AtomicInteger NEXT = new AtomicInteger();
        private static DefaultCacheManager[] members;

        @BeforeAll
        static void open() throws Exception {
            Nodes two = new Nodes(2);
            members = new DefaultCacheManager[] {two.embedded(0), two.embedded(1)};
            for (DefaultCacheManager member : members) {
                sessions(member);
            }
            assertThat(members[0].getMembers()).hasSize(2);
        }

        @AfterAll
        static void close() {
            for (DefaultCacheManager member : members) {
                member.stop();
            }
        }

        /** Of one member and the other in turn. */
        private static InfinispanSessionDataStoreFactory factory() {
            return of(sessions(members[NEXT.incrementAndGet() % 2]));
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
        void cacheRemovesASessionLongAfterItExpired() throws Exception {
            InfinispanSessionDataStoreFactory factory = factory();
            factory.setGracePeriodSec(100);
            factory.setInfinispanIdleTimeoutSec(3000);
            SessionDataStore store = start(factory, "/ttl");
            long expiry = System.currentTimeMillis() + 60_000;
            SessionData data = data(store, "a", expiry);
            store.store("a", data);
            store.store("b", data(store, "b", 0));
            assertThat(lifespan("a")).isBetween(60 + 200 + 3595L, 60 + 200 + 3600L);
            assertThat(lifespan("b")).isEqualTo(-1);
            data.setExpiry(expiry + 600_000);
            data.setMetaDataDirty(true);
            store.store("a", data);
            assertThat(lifespan("a")).isBetween(660 + 200 + 3595L, 660 + 200 + 3600L);
            assertThat(sessions(members[0])
                            .getAdvancedCache()
                            .getCacheEntry("_ttl:0.0.0.0:a")
                            .getMaxIdle())
                    .isEqualTo(3_000_000);
            store.stop();
        }

        private static long lifespan(String id) {
            long milliseconds = sessions(members[0])
                    .getAdvancedCache()
                    .getCacheEntry("_ttl:0.0.0.0:" + id)
                    .getLifespan();
            return milliseconds < 0 ? milliseconds : TimeUnit.MILLISECONDS.toSeconds(milliseconds);
        }

        @Test
        void withoutQueriesOnlyCandidatesAreFoundToHaveExpired() throws Exception {
            InfinispanSessionDataStoreFactory factory = factory();
            factory.setUseQueries(false);
            SessionDataStore store = start(factory, "/queries");
            store.store("a", data(store, "a", 1000));
            assertThat(store.getExpired(Set.of())).isEmpty();
            assertThat(store.getExpired(Set.of("a"))).containsExactly("a");
            store.stop();
        }

        @Test
        void valueThatIsNoSessionIsUnreadable() throws Exception {
            SessionDataStore store = start(factory(), "/broken");
            Cache<String, String> others = sessions(members[0]);
            others.put("_broken:0.0.0.0:a", "no session");
            assertThatThrownBy(() -> store.load("a")).hasMessageContaining("unreadable session a");
            assertThat(store.getExpired(Set.of())).isEmpty();
            others.remove("_broken:0.0.0.0:a");
            store.stop();
        }
    }

    /** A cache that is not shared, with values as they are. */
    @Nested
    class Alone {
        @TempDir
        static Path directory;

        private static InfinispanSessionDataStoreFactory factory;

        @BeforeAll
        static void open() throws Exception {
            factory = new InfinispanSessionDataStoreFactory();
            factory.setConfigurationLocation(
                    Files.writeString(directory.resolve("infinispan.xml"), """
                            <infinispan>
                              <cache-container default-cache="here">
                                <local-cache name="here"/>
                              </cache-container>
                            </infinispan>
                            """).toString());
        }

        @Nested
        class Contract extends SessionDataStoreContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory() {
                return factory;
            }
        }

        /** The member that a factory makes outlives an application that is redeployed, and ends with the server. */
        @Test
        void memberOfAFileKeepsTheSessionsOfAStoreThatStartsAgain() throws Exception {
            Server server = new Server();
            SessionHandler manager = new SessionHandler();
            server.setHandler(manager);
            manager.setSessionCache(null);
            server.start();
            SessionDataStore store = start(factory, manager, "/app");
            store.store("a", data(store, "a", 0));
            store.stop();
            store.start();
            assertThat(store.load("a")).isNotNull();
            server.stop();
            store.stop();
            store.start();
            assertThat(store.load("a")).as("a cache of another member").isNull();
            store.stop();
        }
    }

    @Test
    void settingsThatAreMissingAreRefused() {
        InfinispanSessionDataStoreFactory embedded = new InfinispanSessionDataStoreFactory();
        embedded.setConfigurationLocation("/none/such.xml");
        assertThatThrownBy(() -> start(embedded, "/app"))
                .hasMessage("configurationLocation: /none/such.xml (expected: a file or URI of XML, JSON or YAML)");
        InfinispanSessionDataStoreFactory client = new InfinispanSessionDataStoreFactory();
        client.setOnlyClient(true);
        assertThatThrownBy(() -> start(client, "/app"))
                .hasMessage("configurationLocation:  (expected: a file or URI of properties of a HotRod client)");
        assertThatThrownBy(() -> client.setInfinispanIdleTimeoutSec(-1))
                .hasMessage("infinispanIdleTimeoutSec: -1 (expected: seconds, or 0 for none)");
    }

    /** Servers in JVMs of their own. */
    @Nested
    class Remote {
        private static Nodes nodes;
        private static RemoteCacheManager client;

        @BeforeAll
        static void open() throws Exception {
            nodes = new Nodes(2).start();
            client = new RemoteCacheManager(nodes.client().build());
            client.administration().schemas().createOrUpdate(new InfinispanSerializationContextInitializer());
        }

        @AfterAll
        static void close() throws Exception {
            client.stop();
            nodes.close();
        }

        private static InfinispanSessionDataStoreFactory factory() {
            return of(client.getCache(Nodes.CACHE));
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

        @Nested
        class Outage extends StoreOutageContract {
            @Override
            protected AbstractSessionDataStoreFactory newFactory(int relay) throws Exception {
                return client(
                        nodes,
                        Files.createTempDirectory("hotrod"),
                        "infinispan.client.hotrod.server_list=127.0.0.1:" + relay,
                        "infinispan.client.hotrod.client_intelligence=BASIC");
            }

            @Override
            protected int serverPort() {
                return nodes.port(0);
            }
        }

        @Test
        void cacheThatServersDoNotHaveIsNamed(@TempDir Path directory) throws Exception {
            InfinispanSessionDataStoreFactory factory = client(nodes, directory);
            factory.setCacheName("carts");
            assertThatThrownBy(() -> start(factory, "/app"))
                    .hasMessageContaining("cacheName: carts (expected: a cache that the servers have");
        }

        @Test
        void cacheIsMadeByItsConfigurationInTheFile(@TempDir Path directory) throws Exception {
            InfinispanSessionDataStoreFactory factory = client(
                    nodes,
                    directory,
                    "infinispan.client.hotrod.cache.made.configuration=<distributed-cache mode=\"SYNC\" owners=\"2\">"
                            + "<encoding media-type=\"application/x-protostream\"/></distributed-cache>");
            factory.setCacheName("made");
            SessionDataStore store = start(factory, "/app");
            store.store("a", data(store, "a", 1000));
            // servers that still divide a new cache among themselves may leave out entries of a search, which the next
            // one finds
            await().atMost(DEADLINE)
                    .untilAsserted(() -> assertThat(store.getExpired(Set.of())).containsExactly("a"));
            store.stop();
        }

        @Test
        void valueThatIsNoSessionIsUnreadable() throws Exception {
            SessionDataStore store = start(factory(), "/broken");
            BasicCache<String, String> others = client.getCache(Nodes.CACHE);
            others.put("_broken:0.0.0.0:a", "no session");
            assertThatThrownBy(() -> store.load("a")).hasMessageContaining("unreadable session a");
            others.remove("_broken:0.0.0.0:a");
            store.stop();
        }
    }

    @Test
    void noSessionIsLostWhenAServerIsKilled(@TempDir Path directory) throws Exception {
        try (Nodes nodes = new Nodes(2).start()) {
            SessionDataStore store = start(client(nodes, directory), "/failover");
            List<String> ids = IntStream.range(0, 100).mapToObj(i -> "id" + i).toList();
            for (String id : ids) {
                store.store(id, data(store, id, 0));
            }
            nodes.process(1).kill();
            await("the other server").atMost(DEADLINE).ignoreExceptions().until(() -> {
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
    }
}
