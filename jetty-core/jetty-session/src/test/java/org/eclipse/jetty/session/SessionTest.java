package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTest extends OverTransports {
    private static final Pattern COOKIE = Pattern.compile("Set-Cookie: JSESSIONID=([^;\r]+)");

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    private final AtomicInteger hits = new AtomicInteger();
    private final ContextHandlerCollection contexts = new ContextHandlerCollection();
    private Server server = new Server(null, null, pool);
    private TestConnector connector;

    /** What a request does is its path in the context. */
    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            int parameters = path.indexOf(';');
            Session session = request.getSession(path.startsWith("/new"));
            String text = "none";
            if (session != null) {
                switch (parameters < 0 ? path : path.substring(0, parameters)) {
                    case "/set" ->
                        session.setAttribute("a", request.getHttpURI().getQuery());
                    case "/renew" -> session.renewId(request, response);
                    case "/invalidate" -> session.invalidate();
                    case "/short" -> session.setMaxInactiveInterval(1);
                    case "/add" -> {
                        synchronized (hits) {
                            Integer count = (Integer) session.getAttribute("count");
                            session.setAttribute("count", count == null ? 1 : count + 1);
                        }
                    }
                    default -> hits.incrementAndGet();
                }
                text = session.isValid()
                        ? session.getAttribute("a") + " " + session.getAttribute("count") + " "
                                + session.encodeURI(
                                        request, "/x?y", request.getHeaders().contains("Cookie"))
                        : "invalid";
            }
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    private RecordingSessionHandler context(String path) {
        RecordingSessionHandler sessions = new RecordingSessionHandler(new Application());
        contexts.addHandler(new ContextHandler(sessions, path));
        return sessions;
    }

    private void start() throws Exception {
        connector = new TestConnector(transport, server);
        server.setHandler(contexts);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        await().untilAsserted(() ->
                assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
    }

    private String ask(String path, String id) throws Exception {
        return connector.getResponse("GET " + path + " HTTP/1.1\r\nHost: h\r\n"
                + (id == null ? "" : "Cookie: JSESSIONID=" + id + "\r\n") + "\r\n");
    }

    private static String id(String response) {
        Matcher matcher = COOKIE.matcher(response);
        return matcher.find() ? matcher.group(1) : null;
    }

    private static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private MemoryStore storeWithoutCache(RecordingSessionHandler sessions) {
        MemoryStore store = new MemoryStore();
        NullSessionCache cache = new NullSessionCache(sessions.manager);
        cache.setFlushOnResponseCommit(true);
        cache.setSessionDataStore(store);
        sessions.manager.setSessionCache(cache);
        return store;
    }

    @Test
    void sessionThatIsNotHeldInMemoryEndsOnce() throws Exception {
        RecordingSessionHandler sessions = context("/");
        storeWithoutCache(sessions);
        start();
        String id = id(ask("/new", null));
        ask("/invalidate", id);
        assertThat(sessions.events).containsExactly("created", "destroyed");
        assertThat(body(ask("/get", id))).isEqualTo("none");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestsThatOnlyReadDoNotWriteTheStoreWithinTheSavePeriod(boolean cached) throws Exception {
        RecordingSessionHandler sessions = context("/");
        MemoryStore store = storeWithoutCache(sessions);
        store.setSavePeriodSec(60);
        if (cached) {
            DefaultSessionCache cache = new DefaultSessionCache(sessions.manager);
            cache.setSessionDataStore(store);
            sessions.manager.setSessionCache(cache);
        }
        start();
        String id = id(ask("/new", null));
        await().untilAsserted(() -> assertThat(store.map).hasSize(1));
        int saves = store.saves.get();
        for (int i = 0; i < 5; i++) {
            assertThat(body(ask("/get", id))).startsWith("null");
        }
        assertThat(store.saves).hasValue(saves);
        ask("/set?x", id);
        await().untilAsserted(() -> assertThat(store.saves).hasValue(saves + 1));
    }

    /** Otherwise a session that is loaded by each request would expire although it is used. */
    @Test
    void useIsSavedOnceTheSavePeriodIsOverThoughTheSessionWasLoadedSince() throws Exception {
        MemoryStore store = new MemoryStore();
        store.setSavePeriodSec(60);
        store.initialize(new SessionContext("one", "/", null));
        store.start();
        long begin = System.currentTimeMillis();
        store.store("a", store.newSessionData("a", begin, begin, begin, 600_000));
        for (int seconds = 20; seconds <= 120; seconds += 20) {
            SessionData data = store.load("a");
            data.setAccessed(begin + seconds * 1000L);
            data.calcAndSetExpiry(data.getAccessed());
            store.store("a", data);
        }
        assertThat(store.saves).hasValue(3);
        assertThat(store.load("a").getExpiry()).isEqualTo(begin + 720_000);
        SessionData brief = store.newSessionData("b", begin, begin, begin, 30_000);
        store.store("b", brief);
        SessionData used = store.load("b");
        used.setAccessed(begin + 16_000);
        store.store("b", used);
        assertThat(store.saves).as("half of what it lives without use").hasValue(5);
        store.stop();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestThatEndsAfterItsSessionDoesNotBringItBack(boolean attributesChanged, @TempDir Path directory)
            throws Exception {
        RecordingSessionHandler sessions = context("/");
        FileSessionDataStore store = new FileSessionDataStore();
        store.setStoreDir(directory.toFile());
        NullSessionCache cache = new NullSessionCache(sessions.manager);
        cache.setSessionDataStore(store);
        sessions.manager.setSessionCache(cache);
        start();
        String id = "a";
        ManagedSession created = cache.newSession(id, System.currentTimeMillis(), -1);
        cache.add(id, created);
        sessions.manager.complete(created);
        ManagedSession slow = sessions.manager.getManagedSession(id);
        sessions.manager.access(slow, false);
        if (attributesChanged) {
            slow.setAttribute("a", "b");
        }
        sessions.manager.invalidate(id);
        sessions.manager.complete(slow);
        assertThat(store.exists(id)).isFalse();
        assertThat(Files.list(directory)).isEmpty();
    }

    @Test
    void accessIsSavedOnce() throws Exception {
        RecordingSessionHandler sessions = context("/");
        MemoryStore store = storeWithoutCache(sessions);
        start();
        String id = id(ask("/new", null)).replaceAll("\\..*", "");
        ManagedSession session = sessions.manager.getManagedSession(id);
        sessions.manager.access(session, false);
        session.setAttribute("a", "b");
        int before = store.saves.get();
        sessions.manager.commit(session);
        assertThat(store.saves.get()).isEqualTo(before + 1);
        sessions.manager.complete(session);
        assertThat(store.saves.get()).isEqualTo(before + 1);
        ManagedSession again = sessions.manager.getManagedSession(id);
        sessions.manager.access(again, false);
        sessions.manager.complete(again);
        assertThat(store.saves.get()).isEqualTo(before + 2);
    }

    @Test
    void sessionThatAnotherServerEndedMeanwhileEndsThereAlone() throws Exception {
        RecordingSessionHandler sessions = context("/");
        MemoryStore store = storeWithoutCache(sessions);
        start();
        String id = id(ask("/new", null)).replaceAll("\\..*", "");
        store.otherIsFaster = true;
        sessions.manager.invalidate(id);
        assertThat(sessions.events).containsExactly("created");
        store.otherIsFaster = false;
        sessions.manager.invalidate(id);
        assertThat(sessions.events).containsExactly("created", "destroyed");
    }

    @Test
    void responseIsRefusedWhenItsChangeOfTheSessionCanBeKeptNowhere() throws Exception {
        RecordingSessionHandler sessions = context("/");
        MemoryStore store = storeWithoutCache(sessions);
        start();
        String id = id(ask("/new", null));
        ask("/set?saved", id);
        store.full = true;
        assertThat(ask("/set?lost", id)).startsWith("HTTP/1.1 503").doesNotContain("lost");
        String response = ask("/new", null);
        assertThat(response).startsWith("HTTP/1.1 503").doesNotContain("Set-Cookie");
        assertThat(body(ask("/get", id))).as("what only reads").startsWith("saved ");
        store.full = false;
        assertThat(body(ask("/get", id))).startsWith("saved ");
    }

    @Test
    void sessionInMemoryIsServedWhileTheStoreIsFullAndIsSavedAfterwards() throws Exception {
        RecordingSessionHandler sessions = context("/");
        MemoryStore store = storeWithoutCache(sessions);
        DefaultSessionCache cache = new DefaultSessionCache(sessions.manager);
        cache.setFlushOnResponseCommit(true);
        cache.setSessionDataStore(store);
        sessions.manager.setSessionCache(cache);
        start();
        String id = id(ask("/new", null));
        store.full = true;
        assertThat(body(ask("/set?kept", id))).startsWith("kept ");
        store.full = false;
        assertThat(body(ask("/get", id))).startsWith("kept ");
        await().untilAsserted(
                        () -> assertThat(store.load(id.replaceAll("\\..*", "")).getAttribute("a"))
                                .isEqualTo("kept"));
    }

    @Test
    void sessionThatTheStoreCannotTellIsAnsweredBy503AndNotLost() throws Exception {
        RecordingSessionHandler sessions = context("/");
        MemoryStore store = storeWithoutCache(sessions);
        start();
        String id = id(ask("/new", null));
        ask("/set?v", id);
        store.away = true;
        String response = ask("/new", id);
        assertThat(response).startsWith("HTTP/1.1 503").doesNotContain("Set-Cookie");
        assertThat(ask("/get", null)).startsWith("HTTP/1.1 200");
        store.away = false;
        assertThat(body(ask("/get", id))).startsWith("v ");
    }

    @Test
    void idsAreLongAndNeverTheSame() throws Exception {
        context("/");
        start();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            String id = id(ask("/new", null));
            // at least 128 bits in the letters and digits of base 36
            assertThat(id).hasSizeGreaterThanOrEqualTo(25);
            ids.add(id);
        }
        assertThat(ids).hasSize(200);
    }

    @Test
    void aSessionIsFoundByItsCookie() throws Exception {
        RecordingSessionHandler sessions = context("/");
        start();
        String id = id(ask("/new", null));
        String set = ask("/set?v", id);
        assertThat(id(set)).isNull();
        assertThat(body(ask("/get", id))).startsWith("v ").endsWith(" /x?y");
        assertThat(body(ask("/get", null))).isEqualTo("none");
        assertThat(sessions.manager.getSessionsCreated()).isEqualTo(1);
    }

    @Test
    void theFirstLiveSessionOfSeveralNamesCounts() throws Exception {
        context("/");
        start();
        String one = id(ask("/new", null));
        String other = id(ask("/new", null));
        ask("/set?one", one);
        // as a browser sends cookies of several paths, or of a server that was there before
        for (String ids : List.of(
                "gone; JSESSIONID=" + one,
                one + "; JSESSIONID=gone",
                one + "; JSESSIONID=" + one,
                "gone; JSESSIONID=" + one + "; JSESSIONID=gone.node7")) {
            assertThat(body(ask("/get", ids))).as(ids).startsWith("one ");
        }
        assertThat(body(ask("/get;jsessionid=gone", one))).startsWith("one ");
        assertThat(body(ask("/get;jsessionid=" + one, "gone"))).startsWith("one ");
        assertThat(body(ask("/get", "gone; JSESSIONID=away"))).isEqualTo("none");
        // two different ones that are live: nobody can say which is meant
        assertThat(ask("/get", one + "; JSESSIONID=" + other)).startsWith("HTTP/1.1 400 ");
        ask("/invalidate", other);
        assertThat(body(ask("/get", one + "; JSESSIONID=" + other))).startsWith("one ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "", "../../etc/passwd", "a b", "%00", "x;y"})
    void anUnknownIdMakesNoSession(String id) throws Exception {
        context("/");
        start();
        assertThat(body(ask("/get", id))).isEqualTo("none");
        String created = id(ask("/new", id));
        assertThat(created).isNotNull().isNotEqualTo(id);
    }

    @Test
    void anIdInThePathWorksWhereCookiesAreNotSent() throws Exception {
        context("/");
        start();
        String created = ask("/new", null);
        String id = id(created);
        assertThat(body(created)).endsWith("/x;jsessionid=" + id + "?y");
        assertThat(body(ask("/get;jsessionid=" + id, null))).startsWith("null null /x;jsessionid=" + id);
    }

    @Test
    void theCookieHasTheConfiguredAttributes() throws Exception {
        RecordingSessionHandler sessions = context("/ctx");
        sessions.manager.setHttpOnly(true);
        sessions.manager.setSecureCookies(true);
        sessions.manager.setSameSite(HttpCookie.SameSite.STRICT);
        sessions.manager.setMaxCookieAge(60);
        sessions.manager.setSessionDomain("example.org");
        sessions.manager.setPartitioned(true);
        start();
        String cookie = ask("/ctx/new", null)
                .lines()
                .filter(l -> l.startsWith("Set-Cookie"))
                .findFirst()
                .orElseThrow();
        assertThat(cookie)
                .contains("Path=/ctx", "Domain=example.org", "Max-Age=60", "HttpOnly", "Secure", "SameSite=Strict")
                .contains("Partitioned");
    }

    @Test
    void withoutCookiesOnlyThePathNamesASession() throws Exception {
        RecordingSessionHandler sessions = context("/");
        sessions.manager.setUsingCookies(false);
        start();
        String response = ask("/new", null);
        assertThat(response).doesNotContain("Set-Cookie");
        String id = response.substring(response.indexOf("jsessionid=") + 11, response.indexOf("?y"));
        assertThat(body(ask("/get", id))).isEqualTo("none");
        assertThat(body(ask("/get;jsessionid=" + id, null))).startsWith("null");
    }

    @Test
    void renewalKeepsTheAttributesAndForgetsTheOldId() throws Exception {
        RecordingSessionHandler sessions = context("/");
        start();
        String id = id(ask("/new", null));
        ask("/set?v", id);
        String renewed = id(ask("/renew", id));
        assertThat(renewed).isNotNull().isNotEqualTo(id);
        assertThat(body(ask("/get", renewed))).startsWith("v ");
        assertThat(body(ask("/get", id))).isEqualTo("none");
        assertThat(sessions.events).containsExactly("created", "changed");
    }

    @Test
    void invalidationEndsTheSessionInEveryContext() throws Exception {
        RecordingSessionHandler one = context("/one");
        RecordingSessionHandler two = context("/two");
        for (RecordingSessionHandler sessions : List.of(one, two)) {
            sessions.manager.setSessionPath("/");
        }
        start();
        String id = id(ask("/one/new", null));
        // the id of another context is taken over, so that one cookie names both sessions
        String second = ask("/two/new", id);
        assertThat(id(second)).isEqualTo(id);
        ask("/one/set?1", id);
        assertThat(body(ask("/two/get", id))).startsWith("null");
        assertThat(body(ask("/one/invalidate", id))).isEqualTo("invalid");
        assertThat(body(ask("/one/get", id))).isEqualTo("none");
        assertThat(body(ask("/two/get", id))).isEqualTo("none");
        assertThat(one.events).containsExactly("created", "destroyed");
        assertThat(two.events).containsExactly("created", "destroyed");
    }

    @Test
    void anUnusedSessionExpires() throws Exception {
        RecordingSessionHandler sessions = context("/");
        start();
        String id = id(ask("/new", null));
        ask("/short", id);
        await().untilAsserted(() -> assertThat(sessions.events).containsExactly("created", "destroyed"));
        assertThat(body(ask("/get", id))).isEqualTo("none");
        DefaultSessionCache cache = (DefaultSessionCache) sessions.manager.getSessionCache();
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
    }

    @Test
    void scavengingFindsStoredSessionsOfAnEarlierServer(@TempDir Path directory) throws Exception {
        RecordingSessionHandler sessions = withFiles(context("/"), directory.toFile(), SessionCache.NEVER_EVICT);
        start();
        String id = id(ask("/new", null));
        ask("/short", id);
        await().untilAsserted(() -> assertThat(Files.list(directory)).hasSize(1));
        server.stop();
        restart();
        RecordingSessionHandler later = withFiles(context("/"), directory.toFile(), SessionCache.NEVER_EVICT);
        ((FileSessionDataStore) later.manager.getSessionCache().getSessionDataStore()).setGracePeriodSec(1);
        start();
        await().untilAsserted(() -> {
            later.manager.scavenge();
            assertThat(Files.list(directory)).isEmpty();
        });
        assertThat(sessions.manager.isStopped()).isTrue();
    }

    private RecordingSessionHandler withFiles(RecordingSessionHandler sessions, File directory, int eviction) {
        DefaultSessionCache cache = new DefaultSessionCache(sessions.manager);
        FileSessionDataStore store = new FileSessionDataStore();
        store.setStoreDir(directory);
        cache.setSessionDataStore(store);
        cache.setEvictionPolicy(eviction);
        sessions.manager.setSessionCache(cache);
        return sessions;
    }

    private void restart() {
        server = new Server(null, null, pool);
        for (Handler handler : contexts.getHandlers()) {
            contexts.removeHandler(handler);
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {SessionCache.NEVER_EVICT, SessionCache.EVICT_ON_SESSION_EXIT, SessionCache.EVICT_ON_INACTIVITY})
    void storedSessionsSurviveARestart(int eviction, @TempDir Path directory) throws Exception {
        withFiles(context("/"), directory.toFile(), eviction);
        start();
        String id = id(ask("/new", null));
        ask("/set?v", id);
        ask("/add", id);
        server.stop();
        restart();
        withFiles(context("/"), directory.toFile(), eviction);
        start();
        assertThat(body(ask("/get", id))).startsWith("v 1 ");
        assertThat(body(ask("/invalidate", id))).isEqualTo("invalid");
        await().untilAsserted(() -> assertThat(Files.list(directory)).isEmpty());
    }

    @Test
    void aSessionIsEvictedAfterItsLastRequest(@TempDir Path directory) throws Exception {
        RecordingSessionHandler sessions =
                withFiles(context("/"), directory.toFile(), SessionCache.EVICT_ON_SESSION_EXIT);
        start();
        DefaultSessionCache cache = (DefaultSessionCache) sessions.manager.getSessionCache();
        String id = id(ask("/new", null));
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
        ask("/set?v", id);
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
        assertThat(body(ask("/get", id))).startsWith("v ");
    }

    @Test
    void anInactiveSessionIsEvicted(@TempDir Path directory) throws Exception {
        RecordingSessionHandler sessions = withFiles(context("/"), directory.toFile(), 1);
        start();
        DefaultSessionCache cache = (DefaultSessionCache) sessions.manager.getSessionCache();
        String id = id(ask("/new", null));
        long begin = System.nanoTime();
        ask("/set?v", id);
        long current = cache.getSessionsCurrent();
        // it was idle for less than a second, unless this thread was
        if (System.nanoTime() - begin < 1_000_000_000L) {
            assertThat(current).isEqualTo(1);
        }
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
        assertThat(body(ask("/get", id))).startsWith("v ");
    }

    @Test
    void aDamagedFileIsNoSession(@TempDir Path directory) throws Exception {
        RecordingSessionHandler sessions =
                withFiles(context("/"), directory.toFile(), SessionCache.EVICT_ON_SESSION_EXIT);
        sessions.manager.getSessionCache().setRemoveUnloadableSessions(true);
        start();
        String id = id(ask("/new", null));
        await().untilAsserted(() -> assertThat(Files.list(directory)).hasSize(1));
        DefaultSessionCache cache = (DefaultSessionCache) sessions.manager.getSessionCache();
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
        try (var files = Files.list(directory)) {
            Files.write(files.findFirst().orElseThrow(), new byte[] {1, 2, 3});
        }
        assertThat(body(ask("/get", id))).isEqualTo("none");
    }

    @RepeatedTest(3)
    void concurrentRequestsShareOneSession(@TempDir Path directory) throws Exception {
        RecordingSessionHandler sessions =
                withFiles(context("/"), directory.toFile(), SessionCache.EVICT_ON_SESSION_EXIT);
        start();
        String id = id(ask("/new", null));
        ExecutorService executor = Executors.newFixedThreadPool(8);
        try {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                answers.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return ask("/add", id);
                            } catch (Exception x) {
                                throw new IllegalStateException(x);
                            }
                        },
                        executor));
            }
            for (CompletableFuture<String> answer : answers) {
                assertThat(answer.join()).startsWith("HTTP/1.1 200");
            }
        } finally {
            executor.shutdown();
        }
        assertThat(body(ask("/get", id))).startsWith("null 100 ");
        assertThat(sessions.manager.getSessionsCreated()).isEqualTo(1);
    }

    /** Each request is the first of its session in the second context. */
    @RepeatedTest(20)
    void parallelFirstRequestsOfASessionOfAnotherContextShareOneSession() throws Exception {
        context("/one");
        RecordingSessionHandler two = context("/two");
        start();
        String id = id(ask("/one/new", null));
        CyclicBarrier barrier = new CyclicBarrier(4);
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                answers.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                barrier.await();
                                return ask("/two/new", id);
                            } catch (Exception x) {
                                throw new IllegalStateException(x);
                            }
                        },
                        executor));
            }
            for (CompletableFuture<String> answer : answers) {
                assertThat(answer.join()).startsWith("HTTP/1.1 200");
            }
        } finally {
            executor.shutdown();
        }
        assertThat(two.events).containsExactly("created");
        ManagedSession session = two.manager.getManagedSession(id);
        await().untilAsserted(() -> assertThat(session.getRequests()).isEqualTo(1));
        two.manager.complete(session);
    }

    @Test
    void sessionThatAnotherRequestMadeMeanwhileIsTakenAndOneThatEndsIsReplaced() throws Exception {
        RecordingSessionHandler one = context("/one");
        RecordingSessionHandler two = context("/two");
        start();
        String id = id(ask("/one/new", null)).replaceAll("\\..*", "");
        assertThat(one.manager.getSessionsCreated()).isEqualTo(1);
        List<ManagedSession> made = new ArrayList<>();
        two.manager.newSession(null, id, made::add);
        two.manager.newSession(null, id, made::add);
        assertThat(made.get(1)).isSameAs(made.get(0));
        assertThat(made.get(0).getRequests()).isEqualTo(2);
        assertThat(made.get(0).getId()).isEqualTo(id);
        assertThat(two.manager.getSessionsCreated()).isEqualTo(1);
        made.get(0).setMaxInactiveInterval(1000);
        made.get(0).getSessionData().setExpiry(1);
        two.manager.newSession(null, id, made::add);
        assertThat(made.get(2)).as("used by others").isSameAs(made.get(0));
        made.forEach(two.manager::complete);
        made.get(0).getSessionData().setExpiry(1);
        two.manager.newSession(null, id, made::add);
        assertThat(made.get(3)).isNotSameAs(made.get(0));
        two.manager.complete(made.get(3));
    }

    @Test
    void aFewOfManySessionCookiesAreLookedUp() throws Exception {
        RecordingSessionHandler sessions = context("/");
        MemoryStore store = storeWithoutCache(sessions);
        start();
        String id = id(ask("/new", null));
        ask("/set?v", id);
        store.loads.set(0);
        assertThat(body(ask("/get", "gone; JSESSIONID=gone".repeat(200) + "; JSESSIONID=" + id)))
                .startsWith("v ");
        StringBuilder many = new StringBuilder("gone");
        for (int i = 0; i < 200; i++) {
            many.append("; JSESSIONID=gone").append(i);
        }
        store.loads.set(0);
        assertThat(body(ask("/get", many + "; JSESSIONID=" + id))).isEqualTo("none");
        assertThat(store.loads.get()).isEqualTo(8);
    }

    @Test
    void filesOfSessionsAreOfTheServersUserAlone(@TempDir Path directory) throws Exception {
        assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
        Path made = directory.resolve("made/sessions");
        withFiles(context("/"), made.toFile(), SessionCache.EVICT_ON_SESSION_EXIT);
        start();
        ask("/new", null);
        await().untilAsserted(() -> assertThat(Files.list(made)).hasSize(1));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("rwx------");
        try (var files = Files.list(made)) {
            for (Path file : files.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void handlerWithoutAServerIsRefused() {
        SessionHandler sessions = new SessionHandler();
        assertThatThrownBy(sessions::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("no server of SessionHandler")
                .hasMessageContaining("expected");
    }
}
