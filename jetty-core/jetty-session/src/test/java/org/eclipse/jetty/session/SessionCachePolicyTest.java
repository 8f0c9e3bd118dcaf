package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When caches save sessions, and what they do with them at the end: the properties of modules {@code session-cache-*}. */
class SessionCachePolicyTest extends SessionServer {
    private final RecordingSessionHandler sessions = new RecordingSessionHandler(new Application());
    private final AtomicReference<Integer> savedInTheRequest = new AtomicReference<>();

    /** Makes a session, or sets an attribute of one. */
    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            Session session = request.getSession(path.equals("/new"));
            if (path.equals("/set")) {
                session.setAttribute("a", request.getHttpURI().getQuery());
            }
            savedInTheRequest.set(store.saves.get());
            Content.Sink.write(response, true, "done", callback);
            return true;
        }
    }

    private void start(AbstractSessionCache cache) throws Exception {
        start(sessions, cache, store);
    }

    private AbstractSessionCache cache(boolean inMemory) {
        return inMemory ? new DefaultSessionCache(sessions) : new NullSessionCache(sessions);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void newSessionIsStoredWhenItIsMadeIfTheCacheSaysSo(boolean saveOnCreate) throws Exception {
        AbstractSessionCache cache = cache(true);
        cache.setSaveOnCreate(saveOnCreate);
        start(cache);
        ask("/new", null);
        assertThat(savedInTheRequest.get()).isEqualTo(saveOnCreate ? 1 : 0);
        await().untilAsserted(() -> assertThat(store.map).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void newSessionIsRefusedWhileTheStoreIsFullIfItIsToBeStoredAtOnce(boolean saveOnCreate) throws Exception {
        AbstractSessionCache cache = cache(true);
        cache.setSaveOnCreate(saveOnCreate);
        cache.setFlushOnResponseCommit(true);
        start(cache);
        store.full = true;
        String response = ask("/new", null);
        assertThat(response).startsWith(saveOnCreate ? "HTTP/1.1 503" : "HTTP/1.1 200");
        assertThat(response.contains("JSESSIONID")).isEqualTo(!saveOnCreate);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void clientThatHasAResponseFindsItsChangeInTheStore(boolean inMemory) throws Exception {
        AbstractSessionCache cache = cache(inMemory);
        cache.setFlushOnResponseCommit(true);
        start(cache);
        String id = id(ask("/new", null));
        for (int i = 0; i < 50; i++) {
            ask("/set?v" + i, id);
            assertThat(stored(id)).isEqualTo("v" + i);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idleSessionIsSavedBeforeItLeavesMemoryIfTheCacheSaysSo(boolean saveOnInactiveEviction) throws Exception {
        DefaultSessionCache cache = new DefaultSessionCache(sessions);
        cache.setEvictionPolicy(1);
        cache.setSaveOnInactiveEviction(saveOnInactiveEviction);
        start(cache);
        String id = id(ask("/new", null));
        ask("/set?v", id);
        await().untilAsserted(() -> assertThat(stored(id)).isEqualTo("v"));
        int before = store.saves.get();
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
        assertThat(store.saves.get() - before).isEqualTo(saveOnInactiveEviction ? 1 : 0);
        assertThat(stored(id)).isEqualTo("v");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sessionsEndWithTheirApplicationIfTheCacheSaysSo(boolean invalidateOnShutdown) throws Exception {
        DefaultSessionCache cache = new DefaultSessionCache(sessions);
        cache.setInvalidateOnShutdown(invalidateOnShutdown);
        start(cache);
        ask("/new", null);
        await().untilAsserted(() -> assertThat(store.map).hasSize(1));
        server.stop();
        assertThat(store.map).hasSize(invalidateOnShutdown ? 0 : 1);
        assertThat(sessions.events.contains("destroyed")).isEqualTo(invalidateOnShutdown);
    }

    /** Otherwise a request that runs beside the first one of a session would wait for it. */
    @Test
    void sessionThatIsFoundCanBeUsed() throws Exception {
        List<Boolean> usable = new CopyOnWriteArrayList<>();
        start(new DefaultSessionCache(sessions) {
            @Override
            protected ManagedSession doPutIfAbsent(String id, ManagedSession session) {
                usable.add(session.isResident() && session.getRequests() == 1);
                return super.doPutIfAbsent(id, session);
            }
        });
        ask("/new", null);
        assertThat(usable).containsExactly(true);
    }

    @Test
    void requestThatFindsASessionWhileItLeavesMemoryWaitsForIt() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        DefaultSessionCache cache = new DefaultSessionCache(sessions) {
            @Override
            protected ManagedSession doComputeIfAbsent(String id, Function<String, ManagedSession> loader) {
                looks.incrementAndGet();
                return super.doComputeIfAbsent(id, loader);
            }
        };
        start(cache);
        ManagedSession session = cache.newSession("a", 1, -1);
        cache.add("a", session);
        session.setResident(false);
        CompletableFuture<ManagedSession> found = CompletableFuture.supplyAsync(() -> {
            try {
                return cache.get("a");
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        // more than the frames of a stack
        await().until(() -> looks.get() > 100_000 || found.isDone());
        assertThat(found).isNotDone();
        cache.doDelete("a");
        assertThat(found.join()).isNull();
    }

    @Test
    void sessionThatTheStoreWasTooFullForIsSavedWhenTheServerStops() throws Exception {
        start(cache(true));
        String id = id(ask("/new", null));
        await().untilAsserted(() -> assertThat(store.map).hasSize(1));
        store.full = true;
        ask("/set?kept", id);
        store.full = false;
        server.stop();
        assertThat(stored(id)).isEqualTo("kept");
    }

    /** As the first link that a new client follows: it was sent with the id, as nobody knew that the client takes cookies. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestThatNamesItsSessionByCookieAndPathIsServed(boolean inMemory) throws Exception {
        start(cache(inMemory));
        String id = id(ask("/new", null));
        await().until(() -> store.map.size() == 1);
        assertThat(ask("/set;jsessionid=" + id + "?b", id))
                .startsWith("HTTP/1.1 200")
                .endsWith("done");
        await().untilAsserted(() -> assertThat(stored(id)).isEqualTo("b"));
    }

    /** A session that is nowhere else stays, whatever the cache is set to. */
    @ParameterizedTest
    @ValueSource(ints = {SessionCache.EVICT_ON_SESSION_EXIT, SessionCache.EVICT_ON_INACTIVITY})
    void sessionThatIsInNoStoreStaysInMemory(int policy) throws Exception {
        AbstractSessionCache cache = cache(true);
        cache.setEvictionPolicy(policy);
        start(sessions, cache, new NullSessionDataStore());
        String id = id(ask("/new", null));
        String plain = id.replaceAll("\\..*", "");
        ManagedSession session = cache.doGet(plain);
        await().until(() -> session.getRequests() == 0);
        session.getSessionData().setAccessed(0);
        cache.checkInactiveSession(session);
        assertThat(cache.contains(plain)).isTrue();
    }

    /** What could not be saved at the end is not counted, nor kept by its timer. */
    @Test
    void sessionThatCannotBeSavedAtTheEndLeavesMemory() throws Exception {
        DefaultSessionCache cache = new DefaultSessionCache(sessions);
        start(cache);
        store.full = true;
        ask("/new", null);
        server.stop();
        assertThat(cache.getSessionsCurrent()).isZero();
    }
}
