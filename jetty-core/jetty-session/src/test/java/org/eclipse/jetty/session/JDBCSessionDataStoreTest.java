package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.eclipse.jetty.session.JDBCSessionDataStore.SessionTableSchema;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JDBCSessionDataStoreTest {
    private HikariDataSource pool;
    private String table;

    static List<String> databases() {
        return Databases.names();
    }

    private void open(String database) throws Exception {
        pool = (HikariDataSource) Databases.pool(Databases.url(database));
        table = "sessions_" + Long.toHexString(System.nanoTime());
    }

    @AfterEach
    void stop() throws Exception {
        if (pool == null) {
            return;
        }
        execute("drop table if exists " + table);
        pool.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private SessionTableSchema schema() {
        SessionTableSchema schema = new SessionTableSchema();
        schema.setTableName(table);
        return schema;
    }

    /** A started store of a server named worker, for a context. */
    private JDBCSessionDataStore store(String worker, String contextPath) throws Exception {
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        adaptor.setDatasource(pool);
        JDBCSessionDataStoreFactory factory = new JDBCSessionDataStoreFactory();
        factory.setDatabaseAdaptor(adaptor);
        factory.setSessionTableSchema(schema());
        factory.setGracePeriodSec(10);
        JDBCSessionDataStore store = (JDBCSessionDataStore) factory.getSessionDataStore(null);
        store.initialize(new SessionContext(worker, contextPath, null));
        store.start();
        return store;
    }

    private static SessionData data(SessionDataStore store, String id, long expiry) {
        SessionData data = store.newSessionData(id, 1000, 2000, 1500, 60_000);
        data.setExpiry(expiry);
        data.setLastNode("one");
        data.setAttribute("text", "grüße");
        data.setAttribute("list", List.of(1, 2, 3));
        return data;
    }

    private static long in(long seconds) {
        return System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(seconds);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void sessionIsStoredLoadedUpdatedAndDeleted(String database) throws Exception {
        open(database);
        JDBCSessionDataStore store = store("one", "/app");
        assertThat(store.load("a")).isNull();
        assertThat(store.exists("a")).isFalse();
        SessionData data = data(store, "a", in(60));
        store.store("a", data);
        SessionData loaded = store("two", "/app").load("a");
        assertThat(loaded.getAllAttributes()).isEqualTo(Map.of("text", "grüße", "list", List.of(1, 2, 3)));
        assertThat(loaded.getExpiry()).isEqualTo(data.getExpiry());
        assertThat(loaded.getCreated()).isEqualTo(1000);
        assertThat(loaded.getMaxInactiveMs()).isEqualTo(60_000);
        assertThat(loaded.getLastNode()).isEqualTo("one");
        data.setAttribute("text", "x".repeat(200_000));
        store.store("a", data);
        assertThat((String) store.load("a").getAttribute("text")).hasSize(200_000);
        assertThat(store.exists("a")).isTrue();
        // another context has its own sessions of this id
        assertThat(store("one", "/other").load("a")).isNull();
        assertThat(store.delete("a")).isTrue();
        assertThat(store.delete("a")).isFalse();
        assertThat(store.load("a")).isNull();
        store.store("a", data);
        assertThat(store.load("a")).as("removed elsewhere").isNull();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void expiredSessionsAreFound(String database) throws Exception {
        open(database);
        JDBCSessionDataStore one = store("one", "/app");
        JDBCSessionDataStore two = store("two", "/app");
        one.store("mine", data(one, "mine", in(-1)));
        SessionData others = data(one, "others", in(-1));
        others.setLastNode("two");
        one.store("others", others);
        SessionData old = data(one, "old", in(-20));
        old.setLastNode("two");
        one.store("old", old);
        one.store("live", data(one, "live", in(60)));
        one.store("immortal", data(one, "immortal", 0));
        assertThat(one.exists("mine")).isFalse();
        assertThat(one.exists("immortal")).isTrue();
        assertThat(one.getExpired(Set.of("live", "gone"))).containsExactlyInAnyOrder("gone", "mine", "old");
        assertThat(two.getExpired(Set.of())).containsExactlyInAnyOrder("others", "old");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableIsMadeOnceAndOneThatLacksAColumnIsRefused(String database) throws Exception {
        open(database);
        store("one", "/a").store("a", data(store("one", "/b"), "a", in(60)));
        table = table + "x";
        execute("create table " + table + " (sessionId varchar(10))");
        assertThatThrownBy(() -> store("one", "/a"))
                .hasMessageContaining(table)
                .hasMessageContaining("no column contextPath");
    }

    @Test
    void rowThatIsTornIsToldAndNotServed() throws Exception {
        open("h2");
        JDBCSessionDataStore store = store("one", "/app");
        store.store("a", data(store, "a", in(60)));
        execute("update " + table + " set map = X'00000001'");
        assertThatThrownBy(() -> store.load("a"))
                .isInstanceOf(UnreadableSessionDataException.class)
                .hasMessageContaining("a");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableOfAnEarlierVersionGetsTheColumnsThatItLacksAndKeepsItsSessions(String database) throws Exception {
        open(database);
        store("one", "/a").store("a", data(store("one", "/a"), "a", in(60)));
        for (String column : List.of("cookieTime", "lastSavedTime", "maxInterval", "lastNode")) {
            execute("alter table " + table + " drop column " + column);
        }
        JDBCSessionDataStore upgraded = store("one", "/a");
        SessionData loaded = upgraded.load("a");
        loaded.setAttribute("more", 1);
        upgraded.store("a", loaded);
        assertThat(store("two", "/a").load("a").getAttribute("more")).isEqualTo(1);
    }

    @Test
    void attributeThatCannotBeSavedIsNamed() throws Exception {
        open("h2");
        JDBCSessionDataStore store = store("one", "/app");
        SessionData data = data(store, "a", in(60));
        data.setAttribute("thread", new Object());
        assertThatThrownBy(() -> store.store("a", data))
                .hasMessageContaining("thread")
                .hasMessageContaining("Object");
        assertThat(store.load("a")).isNull();
    }

    @Test
    void driverAndUrlServeWithoutAPool() throws Exception {
        String url = Databases.url("h2");
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        adaptor.setDriverInfo("org.h2.Driver", url);
        adaptor.initialize();
        assertThat(adaptor.getDBName()).isEqualTo("h2");
        assertThat(adaptor.getBlobType()).isEqualTo("blob");
        adaptor.setBlobType("varbinary");
        assertThat(adaptor.getBlobType()).isEqualTo("varbinary");
        adaptor.getConnection().close();
        DatabaseAdaptor none = new DatabaseAdaptor();
        assertThatThrownBy(none::initialize).hasMessageContaining("no database");
        none.setDriverInfo("org.h2.Driver", "jdbc:nobody:x");
        assertThatThrownBy(none::initialize).hasMessageContaining("jdbc:nobody:x");
    }

    @Test
    void databaseThatIsAwayWhenTheStoreStartsIsUsedOnceItIsBack() throws Exception {
        AtomicBoolean away = new AtomicBoolean(true);
        open("h2");
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        adaptor.setDatasource((DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (away.get()) {
                        throw new SQLException("Connection refused", "08001");
                    }
                    return method.invoke(pool, arguments);
                }));
        JDBCSessionDataStore store = new JDBCSessionDataStore();
        store.setDatabaseAdaptor(adaptor);
        store.setSessionTableSchema(schema());
        store.initialize(new SessionContext("one", "/app", null));
        store.start();
        SessionData data = data(store, "a", in(60));
        assertThatThrownBy(() -> store.load("a")).hasMessageContaining("refused");
        assertThatThrownBy(() -> store.store("a", data)).hasMessageContaining("refused");
        assertThat(store.getExpired(Set.of("a"))).isEmpty();
        away.set(false);
        store.store("a", data);
        assertThat(store.load("a").getAllAttributes()).isEqualTo(data.getAllAttributes());
        away.set(true);
        assertThatThrownBy(() -> store.delete("a")).hasMessageContaining("refused");
        away.set(false);
        assertThat(store.delete("a")).isTrue();
    }

    @Test
    void driverThatIsMissingOrDoesNotKnowTheUrlIsRefusedWithoutItsSecrets() {
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        assertThatThrownBy(() -> adaptor.setDriverClassName("org.h2.Drivr"))
                .hasMessageContaining("org.h2.Drivr (expected: the class of a JDBC driver")
                .hasMessageContaining("lib/ext");
        assertThatThrownBy(() -> adaptor.setDriverClassName("java.lang.String"))
                .hasMessageContaining("java.lang.String (expected");
        assertThatThrownBy(() -> adaptor.setConnectionUrl("")).hasMessageContaining("driverUrl: (empty)");
        assertThatThrownBy(() -> adaptor.setConnectionUrl("jdbc:h3:tcp://me:secret@x/db;PASSWORD=secret"))
                .hasMessageContaining("jdbc:h3:tcp://...@x/db... (expected")
                .hasMessageNotContaining("secret");
        adaptor.setDriverClassName("org.h2.Driver");
        assertThatThrownBy(() -> adaptor.setConnectionUrl("jdbc:postgresql://x/db"))
                .hasMessageContaining("for the driver org.h2.Driver");
        adaptor.setConnectionUrl("jdbc:h2:mem:x");
    }

    @Test
    void nameOfADataSourceThatIsNotThereSaysWhatToDo() {
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        adaptor.setDatasourceName("/jdbc/sessions");
        assertThatThrownBy(adaptor::initialize)
                .hasMessageContaining("/jdbc/sessions")
                .hasMessageContaining("module plus");
    }

    @Test
    void poolDoesNotSeeTheLoaderOfTheApplicationThatAsks() throws Exception {
        open("h2");
        List<ClassLoader> seen = new ArrayList<>();
        DatabaseAdaptor adaptor = new DatabaseAdaptor();
        adaptor.setDatasource((DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    seen.add(Thread.currentThread().getContextClassLoader());
                    return method.invoke(pool, arguments);
                }));
        ClassLoader application = new ClassLoader(getClass().getClassLoader()) {};
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(application);
        try {
            adaptor.getConnection().close();
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(application);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(seen).containsExactly(DatabaseAdaptor.class.getClassLoader());
    }

    @Test
    void periodsAndPoliciesBelowTheirRangeAreRefused() {
        assertThatThrownBy(() -> new JDBCSessionDataStoreFactory().setGracePeriodSec(-1))
                .hasMessageContaining("gracePeriodSec: -1 (expected");
        assertThatThrownBy(() -> new JDBCSessionDataStore().setSavePeriodSec(-1))
                .hasMessageContaining("savePeriodSec: -1 (expected");
        assertThatThrownBy(() -> new DefaultSessionCacheFactory().setEvictionPolicy(-2))
                .hasMessageContaining("evictionPolicy: -2 (expected");
    }

    @Test
    void namesOfTablesAreChecked() {
        assertThatThrownBy(() -> new SessionTableSchema().setTableName("x; drop table y"))
                .hasMessageContaining("tableName: x; drop table y (expected");
    }

    /** A cache that can be broken. */
    private static final class Cache extends AbstractLifeCycle implements SessionDataMap {
        final Map<String, SessionData> map = new ConcurrentHashMap<>();
        boolean broken;

        @Override
        public void initialize(SessionContext context) {}

        private Map<String, SessionData> map() {
            if (broken) {
                throw new IllegalStateException("cache is away");
            }
            return map;
        }

        @Override
        public SessionData load(String id) {
            return map().get(id);
        }

        @Override
        public void store(String id, SessionData data) {
            map().put(id, data);
        }

        @Override
        public boolean delete(String id) {
            return map().remove(id) != null;
        }
    }

    /** A store in memory that counts. */
    private static final class Counting extends NullSessionDataStore {
        final Map<String, SessionData> map = new HashMap<>();
        int loads;

        @Override
        public SessionData doLoad(String id) {
            loads++;
            return map.get(id);
        }

        @Override
        public void doStore(String id, SessionData data, long lastSaveTime) {
            if (lastSaveTime <= 0 || map.containsKey(id)) {
                map.put(id, data);
            } else {
                data.setLastSaved(lastSaveTime);
            }
        }

        @Override
        public boolean delete(String id) {
            return map.remove(id) != null;
        }
    }

    @Test
    void cacheIsReadFirstAndItsFailureIsNoFailure() throws Exception {
        Cache cache = new Cache();
        Counting counting = new Counting();
        CachingSessionDataStoreFactory factory = new CachingSessionDataStoreFactory();
        factory.setSessionDataMapFactory(() -> cache);
        factory.setSessionStoreFactory(manager -> counting);
        SessionDataStore store = factory.getSessionDataStore(null);
        store.initialize(new SessionContext("one", "/app", null));
        store.start();
        assertThat(cache.isStarted()).isTrue();
        SessionData data = data(store, "a", in(60));
        data.setDirty(true);
        store.store("a", data);
        assertThat(store.load("a")).isSameAs(data);
        assertThat(counting.loads).isZero();
        cache.map.clear();
        assertThat(store.load("a")).isSameAs(data);
        assertThat(cache.map).containsKey("a");
        assertThat(counting.loads).isEqualTo(1);
        cache.broken = true;
        assertThat(store.load("a")).isSameAs(data);
        data.setDirty(true);
        store.store("a", data);
        assertThat(store.delete("a")).isTrue();
        assertThat(counting.map).isEmpty();
        cache.broken = false;
        cache.map.clear();
        data.setDirty(true);
        store.store("a", data);
        assertThat(cache.map).as("a session that was removed meanwhile").isEmpty();
        store.stop();
    }

    /** In patterns of names, an underscore is any character. */
    @ParameterizedTest
    @MethodSource("databases")
    void tableOfASimilarNameIsAnotherOne(String database) throws Exception {
        open(database);
        String similar = table + "Xsessions";
        table += "_sessions";
        execute("create table " + similar + " (id integer)");
        try {
            JDBCSessionDataStore store = store("one", "/app");
            SessionData data = data(store, "a", in(60));
            store.store("a", data);
            assertThat(store.load("a").getAllAttributes()).isEqualTo(data.getAllAttributes());
        } finally {
            execute("drop table " + similar);
        }
    }

    /** Without a name of a schema it is that of the connection. */
    @ParameterizedTest
    @MethodSource("databases")
    void tableOfAnotherSchemaIsAnotherOne(String database) throws Exception {
        open(database);
        execute("create schema others");
        try {
            execute("create table others." + table + " (id integer)");
            JDBCSessionDataStore store = store("one", "/app");
            SessionData data = data(store, "a", in(60));
            store.store("a", data);
            assertThat(store.load("a").getAllAttributes()).isEqualTo(data.getAllAttributes());
        } finally {
            execute("drop schema others cascade");
        }
    }
}
