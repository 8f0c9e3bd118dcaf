package org.eclipse.jetty.redis.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.testing.AttributeContract;
import org.eclipse.jetty.session.testing.Relay;
import org.eclipse.jetty.session.testing.SessionClusterContract;
import org.eclipse.jetty.session.testing.SessionDataStoreContract;
import org.eclipse.jetty.session.testing.SharedStoreContract;
import org.eclipse.jetty.session.testing.StoreOutageContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** One real Redis. */
class RedisStoreTest {
    private static final RedisServers SERVERS = new RedisServers();
    private static int port;

    @BeforeAll
    static void open() throws Exception {
        port = SERVERS.start();
    }

    @AfterAll
    static void close() throws Exception {
        SERVERS.close();
    }

    private static RedisSessionDataStoreFactory factory(int port) {
        RedisSessionDataStoreFactory factory = new RedisSessionDataStoreFactory();
        factory.setNodes("127.0.0.1:" + port);
        return factory;
    }

    @Nested
    class Contract extends SessionDataStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(port);
        }
    }

    @Nested
    class Shared extends SharedStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(port);
        }
    }

    @Nested
    class Cluster extends SessionClusterContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(port);
        }
    }

    @Nested
    class Attributes extends AttributeContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(port);
        }
    }

    @Nested
    class PortableAttributes extends AttributeContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            AbstractSessionDataStoreFactory factory = factory(port);
            factory.setFormat("json");
            return factory;
        }
    }

    @Nested
    class Outage extends StoreOutageContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory(int relay) {
            RedisSessionDataStoreFactory factory = factory(relay);
            factory.setTimeout(500);
            factory.setMaxConnections(4);
            return factory;
        }

        @Override
        protected int serverPort() {
            return port;
        }
    }

    private static SessionDataStore store(RedisSessionDataStoreFactory factory, String context) throws Exception {
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

    @Test
    void valueThatIsNoSessionDoesNotKeepOthersFromExpiry() throws Exception {
        SessionDataStore store = store(factory(port), "/broken");
        long expiry = System.currentTimeMillis() - TimeUnit.HOURS.toMillis(2);
        for (String id : List.of("first", "second", "third")) {
            store.store(id, data(store, id, expiry++));
        }
        try (RedisClient redis = RedisClient.create("127.0.0.1", port)) {
            redis.set("jetty:session:_broken:0.0.0.0:first", "x");
            assertThat(store.getExpired(Set.of("first", "second"))).containsExactlyInAnyOrder("second", "third");
        } finally {
            store.stop();
        }
    }

    @Test
    void otherProgramFindsTheSessionAsJsonBehindTheHead() throws Exception {
        RedisSessionDataStoreFactory factory = factory(port);
        factory.setFormat("json");
        SessionDataStore store = store(factory, "/json");
        SessionData data = store.newSessionData("json", 1, 2, 2, -1);
        data.setLastNode("node1");
        data.setAttribute("user", "Ann");
        store.store("json", data);
        try (RedisClient redis = RedisClient.create("127.0.0.1", port)) {
            byte[] value = redis.get("jetty:session:_json:0.0.0.0:json".getBytes(StandardCharsets.UTF_8));
            int head = 17 + value[16];
            assertThat(new String(value, 17, value[16], StandardCharsets.UTF_8)).isEqualTo("node1");
            assertThat(new String(value, head, value.length - head, StandardCharsets.UTF_8))
                    .startsWith("{\"format\":1,\"id\":\"json\"")
                    .endsWith("\"attributes\":{\"user\":\"Ann\"}}");
        } finally {
            store.stop();
        }
    }

    /** What no server has removed, as all of them are gone, is not kept for ever. */
    @Test
    void redisRemovesASessionLongAfterItExpired() throws Exception {
        RedisSessionDataStoreFactory factory = factory(port);
        factory.setGracePeriodSec(100);
        SessionDataStore store = store(factory, "/ttl");
        store.store("a", data(store, "a", System.currentTimeMillis() + 60_000));
        SessionData immortal = data(store, "b", 0);
        store.store("b", immortal);
        try (RedisClient redis = RedisClient.create("127.0.0.1", port)) {
            assertThat(redis.ttl("jetty:session:_ttl:0.0.0.0:a")).isBetween(3600 + 200L, 3600 + 260L);
            assertThat(redis.ttl("jetty:session:_ttl:0.0.0.0:b")).isEqualTo(-1);
            // its expiry changes
            SessionData loaded = store.load("b");
            loaded.setMaxInactiveMs(1000);
            loaded.setMetaDataDirty(true);
            loaded.setExpiry(System.currentTimeMillis() - 200_000);
            store.store("b", loaded);
            assertThat(store.getExpired(Set.of())).contains("b");
            // the index forgets what Redis has removed
            redis.del("jetty:session:_ttl:0.0.0.0:b");
            assertThat(store.getExpired(Set.of())).doesNotContain("b");
            assertThat(redis.zrange("jetty:session:_ttl:0.0.0.0", 0, -1)).containsExactly("a");
        }
        store.stop();
    }

    @Test
    void expiredSessionsOfThisServerAreFoundAtOnceAndThoseOfOthersLater() throws Exception {
        SessionDataStore store = store(factory(port), "/own");
        long past = System.currentTimeMillis() - 1000;
        store.store("mine", data(store, "mine", past));
        SessionData other = data(store, "other", past);
        other.setLastNode("two");
        store.store("other", other);
        assertThat(store.getExpired(Set.of())).containsExactly("mine");
        store.stop();
    }

    /** The index is not written by each save; a search corrects it, and finds nothing too early. */
    @Test
    void sessionThatIsUsedIsNotFoundByTheExpiryThatItHadBefore() throws Exception {
        SessionDataStore store = store(factory(port), "/used");
        long past = System.currentTimeMillis() - 1000;
        SessionData data = data(store, "a", past);
        store.store("a", data);
        SessionData loaded = store.load("a");
        loaded.setAccessed(System.currentTimeMillis());
        loaded.calcAndSetExpiry();
        store.store("a", loaded);
        try (RedisClient redis = RedisClient.create("127.0.0.1", port)) {
            assertThat(redis.zscore("jetty:session:_used:0.0.0.0", "a")).isEqualTo(past);
            assertThat(store.getExpired(Set.of())).isEmpty();
            assertThat(redis.zscore("jetty:session:_used:0.0.0.0", "a")).isEqualTo(loaded.getExpiry());
        }
        store.stop();
    }

    @Test
    void storesOfAFactoryShareItsConnections() throws Exception {
        RedisSessionDataStoreFactory factory = factory(port);
        factory.setMaxConnections(1);
        List<SessionDataStore> stores = List.of(store(factory, "/one"), store(factory, "/two"));
        for (SessionDataStore store : stores) {
            store.store("a", data(store, "a", System.currentTimeMillis() + 60_000));
        }
        stores.get(0).stop();
        assertThat(stores.get(1).load("a")).isNotNull();
        stores.get(1).stop();
        stores.get(0).start();
        assertThat(stores.get(0).load("a")).isNotNull();
        stores.get(0).stop();
    }

    @Test
    void brokenValueIsUnreadableAndNotServed() throws Exception {
        SessionDataStore store = store(factory(port), "/broken");
        try (RedisClient redis = RedisClient.create("127.0.0.1", port)) {
            for (String value : List.of("", "x", "12345678", "12345678\u0001", "12345678\u0001xjunk")) {
                redis.set("jetty:session:_broken:0.0.0.0:a", value);
                assertThatThrownBy(() -> store.load("a")).as(value).hasMessageContaining("unreadable session a");
            }
        }
        store.stop();
    }

    @Test
    void settingsOutOfTheirRangeAreRefused() {
        RedisSessionDataStoreFactory factory = new RedisSessionDataStoreFactory();
        assertThatThrownBy(() -> factory.setType("many"))
                .hasMessage("type: many (expected: single, sentinel, cluster)");
        assertThatThrownBy(() -> factory.setNodes("a:1,:x")).hasMessageContaining("nodes: :x (expected: host:port)");
        assertThatThrownBy(() -> factory.setTimeout(0)).hasMessageContaining("timeout: 0 (expected");
        assertThatThrownBy(() -> factory.setMaxConnections(0)).hasMessageContaining("maxConnections: 0 (expected");
        assertThatThrownBy(() -> factory.setDatabase(-1)).hasMessageContaining("database: -1 (expected");
        assertThatThrownBy(() -> factory.setKeyPrefix(" ")).hasMessageContaining("keyPrefix:   (expected");
        factory.setNodes("[::1]:6379, redis.example");
    }

    private static void awaitAnswer(SessionDataStore store) throws Exception {
        long begin = System.nanoTime();
        Exception failure;
        do {
            failure = null;
            try {
                assertThat(store.load("a")).isNull();
            } catch (IllegalStateException | JedisConnectionException x) {
                failure = x;
            }
        } while (failure != null && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(30));
        assertThat(failure).isNull();
    }

    @Test
    void silentServerCostsThreadsNoTimeAfterAFewFailures() throws Exception {
        try (Relay relay = new Relay(port)) {
            RedisSessionDataStoreFactory factory = factory(relay.port());
            factory.setTimeout(100);
            SessionDataStore store = store(factory, "/silent");
            // the start of a busy machine may have been a failure, too
            awaitAnswer(store);
            relay.silence();
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> store.load("a")).hasMessageNotContaining("is tried again soon");
            }
            assertThatThrownBy(() -> store.load("a")).hasMessageContaining("does not answer, and is tried again soon");
            relay.resume();
            awaitAnswer(store);
            store.stop();
        }
    }
}
