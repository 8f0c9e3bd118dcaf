package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cache that several servers share, and that they reach or not. */
class CachingSessionDataStoreTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final Map<String, Object> shared = new ConcurrentHashMap<>();

    /** What one server has of the shared cache: it keeps bytes, and leases by the protocol. */
    private final class Link extends AbstractLifeCycle implements SessionDataMap {
        volatile boolean cut;
        volatile boolean cleared;
        SessionDataCodec codec;
        SessionContext context;

        private Map<String, Object> cache() throws IOException {
            if (cut) {
                throw new IOException("cut");
            }
            return shared;
        }

        @Override
        public void setCodec(SessionDataCodec newCodec) {
            codec = newCodec;
        }

        @Override
        public void initialize(SessionContext newContext) {
            context = newContext;
        }

        @Override
        public SessionData load(String id) throws Exception {
            SessionData data = cache().get(id) instanceof byte[] bytes ? codec.decode(context, id, bytes) : null;
            if (data != null) {
                data.loaded();
            }
            return data;
        }

        @Override
        public void store(String id, SessionData data) throws Exception {
            cache().put(id, codec.encode(context, id, data));
        }

        @Override
        public boolean delete(String id) throws Exception {
            return cache().remove(id) != null;
        }

        @Override
        public Object lease(String id, boolean change) throws Exception {
            Object lease = new Object();
            if (change) {
                cache().put(id, lease);
                return lease;
            }
            return cache().putIfAbsent(id, lease) == null ? lease : null;
        }

        @Override
        public boolean keep(String id, SessionData data, Object lease) throws Exception {
            return cache().replace(id, lease, codec.encode(context, id, data));
        }

        @Override
        public void clear() throws Exception {
            cache().clear();
            cleared = true;
        }
    }

    private CachingSessionDataStore start(Link link, long repairTimeNs) throws Exception {
        FileSessionDataStoreFactory files = new FileSessionDataStoreFactory();
        files.setStoreDir(directory.toFile());
        AbstractSessionDataStore store = (AbstractSessionDataStore) files.getSessionDataStore(null);
        link.setCodec(store.codec());
        CachingSessionDataStore caching = new CachingSessionDataStore(link, store, repairTimeNs);
        caching.initialize(new SessionContext("one", "/app", null));
        caching.start();
        return caching;
    }

    private static SessionData data(SessionDataStore store, String id, Object value) {
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(id, now, now, now, 600_000);
        data.setAttribute("value", value);
        return data;
    }

    private boolean isCached(String id) {
        return shared.get(id) instanceof byte[];
    }

    @Test
    void whatAnOutageLeftIsNotReadAndIsRemovedOnceTheCacheAnswers() throws Exception {
        Link link = new Link();
        CachingSessionDataStore store = start(link, 0);
        SessionData data = data(store, "a", "old");
        store.store("a", data);
        assertThat(isCached("a")).isTrue();
        link.cut = true;
        data.setAttribute("value", "new");
        store.store("a", data);
        assertThat(isCached("a")).as("the old data are there").isTrue();
        link.cut = false;
        assertThat(store.load("a").getAttribute("value")).isEqualTo("new");
        Awaitility.await("the repair").atMost(DEADLINE).until(() -> !isCached("a"));
        Awaitility.await("the use of the cache").atMost(DEADLINE).until(() -> {
            assertThat(store.load("a").getAttribute("value")).isEqualTo("new");
            return isCached("a");
        });
        store.stop();
    }

    /** Another server, to which the cache was away as well, has old data to remove first. */
    @Test
    void cacheIsNotReadUntilOthersHadTheTimeToRepairIt() throws Exception {
        Link link = new Link();
        CachingSessionDataStore store = start(link, TimeUnit.HOURS.toNanos(1));
        SessionData data = data(store, "a", "old");
        store.store("a", data);
        Object stale = shared.get("a");
        data.setAttribute("value", "new");
        store.store("a", data);
        shared.put("a", stale);
        assertThat(store.load("a").getAttribute("value"))
                .as("read from the cache")
                .isEqualTo("old");
        link.cut = true;
        assertThat(store.load("a").getAttribute("value")).isEqualTo("new");
        link.cut = false;
        assertThat(store.load("a").getAttribute("value")).isEqualTo("new");
        assertThat(store.load("a").getAttribute("value")).isEqualTo("new");
        store.stop();
    }

    @Test
    void outageThatLeavesTooManySessionsClearsTheCache() throws Exception {
        Link link = new Link();
        link.start();
        shared.put("other", new byte[1]);
        CacheRepair repair = new CacheRepair(link, 2);
        repair.start();
        link.cut = true;
        for (String id : new String[] {"a", "b"}) {
            repair.add(id);
        }
        assertThat(repair.isDue("a")).isTrue();
        assertThat(repair.isDue("other")).isFalse();
        repair.add("c");
        assertThat(repair.isDue("other")).isTrue();
        link.cut = false;
        Awaitility.await("the repair").atMost(DEADLINE).until(() -> !repair.isDue("other"));
        assertThat(link.cleared).isTrue();
        assertThat(repair.isDue("a")).isFalse();
        repair.stop();
    }

    @Test
    void stopRepairsWhatIsLeft() throws Exception {
        Link link = new Link();
        CachingSessionDataStore store = start(link, 0);
        SessionData data = data(store, "a", "old");
        store.store("a", data);
        link.cut = true;
        assertThat(store.delete("a")).isTrue();
        link.cut = false;
        store.stop();
        assertThat(shared).doesNotContainKey("a");
    }

    /** Its outcome is unknown. */
    @Test
    void saveThatFailsLeavesNothingInTheCache() throws Exception {
        Link link = new Link();
        CachingSessionDataStore store = start(link, 0);
        SessionData data = data(store, "a", "old");
        store.store("a", data);
        data.setAttribute("value", new Object());
        assertThatThrownBy(() -> store.store("a", data)).hasMessageContaining("java.lang.Object");
        assertThat(shared).doesNotContainKey("a");
        store.stop();
    }

    @Test
    void accessThatIsNotSavedLeavesTheCacheAsItIs() throws Exception {
        Link link = new Link();
        CachingSessionDataStore store = start(link, 0);
        ((AbstractSessionDataStore) store.getSessionStore()).setSavePeriodSec(60);
        store.store("a", data(store, "a", "x"));
        Object before = shared.get("a");
        SessionData read = store.load("a");
        read.setAccessed(System.currentTimeMillis());
        store.store("a", read);
        assertThat(shared.get("a")).isSameAs(before);
        store.stop();
    }

    @Test
    void settingsOfTheFactoryAreThoseOfItsStoreUnlessTheyAreSet() throws Exception {
        FileSessionDataStoreFactory files = new FileSessionDataStoreFactory();
        files.setStoreDir(directory.toFile());
        files.setMaxSize(100);
        files.setGracePeriodSec(7);
        CachingSessionDataStoreFactory factory = new CachingSessionDataStoreFactory();
        Link link = new Link();
        factory.setSessionDataMapFactory(() -> link);
        factory.setSessionStoreFactory(files);
        AbstractSessionDataStore store = (AbstractSessionDataStore)
                ((CachingSessionDataStore) factory.getSessionDataStore(null)).getSessionStore();
        assertThat(store.getMaxSize()).isEqualTo(100);
        assertThat(store.getGracePeriodSec()).isEqualTo(7);
        assertThat(link.codec).isSameAs(store.codec());
        factory.setMaxSize(200);
        factory.setSavePeriodSec(8);
        factory.setSerialFilter("java.base/*;!*");
        factory.setGracePeriodSec(9);
        store = (AbstractSessionDataStore)
                ((CachingSessionDataStore) factory.getSessionDataStore(null)).getSessionStore();
        assertThat(store.getMaxSize()).isEqualTo(200);
        assertThat(store.getSavePeriodSec()).isEqualTo(8);
        assertThat(store.getSerialFilter()).isEqualTo("java.base/*;!*");
        assertThat(store.getGracePeriodSec()).isEqualTo(9);
    }
}
