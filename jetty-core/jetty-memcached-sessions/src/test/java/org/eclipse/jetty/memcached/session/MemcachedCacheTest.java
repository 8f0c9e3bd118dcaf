package org.eclipse.jetty.memcached.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import net.rubyeye.xmemcached.MemcachedClient;
import net.rubyeye.xmemcached.XMemcachedClientBuilder;
import org.awaitility.Awaitility;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.CachingSessionDataStoreFactory;
import org.eclipse.jetty.session.DatabaseAdaptor;
import org.eclipse.jetty.session.JDBCSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.testing.AttributeContract;
import org.eclipse.jetty.session.testing.Relay;
import org.eclipse.jetty.session.testing.ServerProcess;
import org.eclipse.jetty.session.testing.SessionClusterContract;
import org.eclipse.jetty.session.testing.SessionDataStoreContract;
import org.eclipse.jetty.session.testing.SharedStoreContract;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real memcached in front of a database. */
class MemcachedCacheTest {
    private static final int TIMEOUT_MS = 300;
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private static ServerProcess process;
    private static JdbcConnectionPool database;
    private static MemcachedClient client;
    private static int port;

    @BeforeAll
    static void open() throws Exception {
        Path program = ServerProcess.require("memcached", "/usr/bin/memcached");
        process = new ServerProcess("memcached");
        port = ServerProcess.freePort();
        String user = System.getProperty("user.name").equals("root") ? "nobody" : System.getProperty("user.name");
        process.start(port, program.toString(), "-l", "127.0.0.1", "-p", String.valueOf(port), "-U", "0", "-u", user);
        database = JdbcConnectionPool.create("jdbc:h2:mem:memcached;DB_CLOSE_DELAY=-1", "", "");
        client = new XMemcachedClientBuilder("127.0.0.1:" + port).build();
    }

    @AfterAll
    static void close() throws Exception {
        if (process != null) {
            client.shutdown();
            database.dispose();
            process.close();
        }
    }

    private static JDBCSessionDataStoreFactory stores() {
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        adaptor.setDatasource(database);
        JDBCSessionDataStoreFactory factory = new JDBCSessionDataStoreFactory();
        factory.setDatabaseAdaptor(adaptor);
        return factory;
    }

    private static MemcachedSessionDataMapFactory maps(int byPort) {
        MemcachedSessionDataMapFactory maps = new MemcachedSessionDataMapFactory();
        maps.setAddresses(new InetSocketAddress("127.0.0.1", byPort));
        maps.setTimeout(TIMEOUT_MS);
        return maps;
    }

    private static AbstractSessionDataStoreFactory factory(MemcachedSessionDataMapFactory maps) {
        CachingSessionDataStoreFactory factory = new CachingSessionDataStoreFactory();
        factory.setSessionDataMapFactory(maps);
        factory.setSessionStoreFactory(stores());
        return factory;
    }

    @Nested
    class Contract extends SessionDataStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(maps(port));
        }
    }

    @Nested
    class Shared extends SharedStoreContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(maps(port));
        }
    }

    @Nested
    class Cluster extends SessionClusterContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(maps(port));
        }
    }

    @Nested
    class Attributes extends AttributeContract {
        @Override
        protected AbstractSessionDataStoreFactory newFactory() {
            return factory(maps(port));
        }
    }

    private static SessionDataStore start(AbstractSessionDataStoreFactory factory, String context) throws Exception {
        SessionDataStore store = factory.getSessionDataStore(null);
        store.initialize(new SessionContext("one", context, null));
        store.start();
        return store;
    }

    private static SessionDataStore start(int byPort) throws Exception {
        return start(factory(maps(byPort)), "/app");
    }

    private static SessionData data(SessionDataStore store, String id, Object value) {
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(id, now, now, now, TimeUnit.DAYS.toMillis(60));
        data.setAttribute("value", value);
        return data;
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    private static boolean isCached(String id) throws Exception {
        CacheEntry entry = client.get("jetty:_app:0.0.0.0:" + id, 1000, new CacheEntry.Bytes());
        return entry != null && !entry.isLease();
    }

    @Test
    void sessionIsReadFromTheCacheOnceItWasSavedOrRead() throws Exception {
        SessionDataStore one = start(port);
        SessionDataStore two = start(port);
        String id = newId();
        one.store(id, data(one, id, "x"));
        assertThat(isCached(id)).as("saved").isTrue();
        client.delete("jetty:_app:0.0.0.0:" + id);
        assertThat(two.load(id).getAttribute("value")).isEqualTo("x");
        assertThat(isCached(id)).as("read").isTrue();
        SessionDataStore database = start(stores(), "/app");
        database.delete(id);
        assertThat(one.load(id).getAttribute("value")).as("without the store").isEqualTo("x");
        assertThat(one.delete(id)).isFalse();
        assertThat(two.load(id)).isNull();
        assertThat(two.load(id)).as("no lease is left").isNull();
        assertThat(client.<CacheEntry>get("jetty:_app:0.0.0.0:" + id, 1000, new CacheEntry.Bytes()))
                .isNull();
        database.stop();
        one.stop();
        two.stop();
    }

    /** Read from the store before another server has changed it there, and kept after that. */
    @Test
    void dataThatWereReadBeforeAChangeAreNotKeptAfterIt() throws Exception {
        MemcachedSessionDataMap slow = (MemcachedSessionDataMap) maps(port).getSessionDataMap();
        slow.initialize(new SessionContext("one", "/app", null));
        slow.start();
        SessionDataStore store = start(port);
        String id = newId();
        SessionData old = data(store, id, "old");
        Object reading = slow.lease(id, false);
        assertThat(slow.lease(id, false)).as("one reader keeps what it reads").isNull();
        store.store(id, data(store, id, "new"));
        assertThat(slow.keep(id, old, reading)).isFalse();
        assertThat(store.load(id).getAttribute("value")).isEqualTo("new");
        Object readingAgain = slow.lease(id, false);
        assertThat(readingAgain).as("there is a session").isNull();
        // two servers save: the cache keeps neither, whatever their order in the store was
        Object first = slow.lease(id, true);
        Object second = slow.lease(id, true);
        assertThat(slow.keep(id, old, first)).isFalse();
        slow.delete(id);
        assertThat(slow.keep(id, old, second)).isFalse();
        assertThat(slow.load(id)).isNull();
        // a session that ended
        Object beforeEnd = slow.lease(id, false);
        store.delete(id);
        assertThat(slow.keep(id, old, beforeEnd)).isFalse();
        assertThat(store.load(id)).isNull();
        slow.stop();
        store.stop();
    }

    @ParameterizedTest
    @ValueSource(ints = {(1 << 20) - 220, 3 << 20})
    void sessionAboveTheSizeOfAnItemIsReadFromTheStore(int size) throws Exception {
        SessionDataStore one = start(port);
        SessionDataStore two = start(port);
        String id = newId();
        SessionData data = data(one, id, "small");
        one.store(id, data);
        assertThat(isCached(id)).isTrue();
        data.setAttribute("value", "x".repeat(size));
        one.store(id, data);
        assertThat((String) two.load(id).getAttribute("value")).hasSize(size);
        assertThat((String) two.load(id).getAttribute("value")).hasSize(size);
        assertThat(isCached(id)).isFalse();
        data.setAttribute("value", "small again");
        one.store(id, data);
        assertThat(isCached(id)).isTrue();
        assertThat(two.load(id).getAttribute("value")).isEqualTo("small again");
        one.stop();
        two.stop();
    }

    @Test
    void expiryAboveThirtyDaysIsATimeAndNotATimeLongAgo() throws Exception {
        MemcachedSessionDataMapFactory maps = maps(port);
        maps.setExpirySec((int) TimeUnit.DAYS.toSeconds(40));
        SessionDataStore store = start(factory(maps), "/app");
        String id = newId();
        store.store(id, data(store, id, "x"));
        assertThat(isCached(id)).isTrue();
        store.stop();
        long now = TimeUnit.SECONDS.toMillis(1_800_000_000);
        assertThat(MemcachedSessionDataMap.expiry(0, now)).isZero();
        assertThat(MemcachedSessionDataMap.expiry(2_592_000, now)).isEqualTo(2_592_000);
        assertThat(MemcachedSessionDataMap.expiry(2_592_001, now)).isEqualTo(1_802_592_001);
        assertThat(MemcachedSessionDataMap.expiry(Integer.MAX_VALUE, now)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void keysThatMemcachedRefusesAreHashed() {
        MemcachedSessionDataMap map = new MemcachedSessionDataMap("127.0.0.1", "1");
        map.initialize(new SessionContext("one", "/app", null));
        assertThat(map.key("a")).isEqualTo("jetty:_app:0.0.0.0:a");
        for (String id : new String[] {"a b", "a\r\nflush_all", "\u0001", "\u007f", "\u00e9", "x".repeat(250)}) {
            assertThat(map.key(id)).matches("jetty-sha256:[0-9a-f]{64}");
        }
        assertThat(map.key("a b")).isNotEqualTo(map.key("a  b"));
    }

    @Test
    void requestsGoOnWhileMemcachedIsAwayAndNothingStaleIsServedAfterwards() throws Exception {
        try (Relay relay = new Relay(port)) {
            SessionDataStore cut = start(relay.port());
            SessionDataStore other = start(port);
            String saved = newId();
            String ended = newId();
            for (String id : new String[] {saved, ended}) {
                cut.store(id, data(cut, id, "old"));
                assertThat(isCached(id)).isTrue();
            }
            relay.cut();
            SessionData data = cut.load(saved);
            data.setAttribute("value", "new");
            cut.store(saved, data);
            assertThat(cut.delete(ended)).isTrue();
            assertThat(cut.load(saved).getAttribute("value")).isEqualTo("new");
            assertThat(cut.load(ended)).isNull();
            relay.resume();
            Awaitility.await("the repair of the cache")
                    .atMost(DEADLINE)
                    .until(() -> other.load(ended) == null
                            && "new".equals(other.load(saved).getAttribute("value")));
            assertThat(cut.load(saved).getAttribute("value")).isEqualTo("new");
            assertThat(cut.load(ended)).isNull();
            cut.stop();
            other.stop();
        }
    }

    @Test
    void serverStartsWhileMemcachedIsAwayAndUsesItOnceItIsThere() throws Exception {
        try (Relay relay = new Relay(port)) {
            relay.cut();
            SessionDataStore store = start(relay.port());
            String id = newId();
            SessionData data = data(store, id, "x");
            store.store(id, data);
            assertThat(store.load(id).getAttribute("value")).isEqualTo("x");
            relay.resume();
            Awaitility.await("the connection").atMost(DEADLINE).until(() -> {
                data.setMetaDataDirty(true);
                store.store(id, data);
                return isCached(id);
            });
            store.stop();
        }
    }

    /** Each call has a deadline, and after a few failures none is made. */
    @Test
    void silentMemcachedDoesNotStopRequests() throws Exception {
        try (Relay relay = new Relay(port)) {
            SessionDataStore store = start(relay.port());
            String id = newId();
            SessionData data = data(store, id, 0);
            store.store(id, data);
            relay.silence();
            for (int i = 1; i <= 200; i++) {
                data = store.load(id);
                data.setAttribute("value", i);
                store.store(id, data);
                assertThat(store.load(id).getAttribute("value")).isEqualTo(i);
            }
            relay.resume();
            assertThat(store.load(id).getAttribute("value")).isEqualTo(200);
            store.stop();
        }
    }

    @Test
    void settingsOutOfTheirRangeAreRefused() {
        MemcachedSessionDataMapFactory factory = new MemcachedSessionDataMapFactory();
        assertThatThrownBy(() -> factory.setExpirySec(-1)).hasMessage("expirySec: -1 (expected: 0 or more seconds)");
        assertThatThrownBy(() -> factory.setTimeout(0)).hasMessage("timeout: 0 (expected: 1 or more milliseconds)");
        assertThatThrownBy(factory::setAddresses).hasMessage("addresses: none (expected: one or more)");
        factory.setWeights(new int[] {1, 2});
        assertThatThrownBy(factory::getSessionDataMap)
                .hasMessage("weights: 2 (expected: one for each of the 1 addresses)");
        assertThatThrownBy(() -> new MemcachedSessionDataMap("localhost", "x"))
                .hasMessage("port: x (expected: 0-65535)");
    }
}
