package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time of sessions (Servlet section 7.5): it is not over while a request uses them, and begins again with the end of the last one. */
class SessionExpiryTest extends SessionServer {
    private final RecordingSessionHandler sessions = new RecordingSessionHandler(new Application());
    private final DefaultSessionCache cache = new DefaultSessionCache(sessions);
    private final CountDownLatch working = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicReference<ManagedSession> used = new AtomicReference<>();

    /** Works for longer than a session lives, or until {@link #goOn} is counted down. */
    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = Request.getPathInContext(request);
            ManagedSession session = (ManagedSession) request.getSession(path.equals("/new"));
            if (session != null) {
                used.set(session);
            }
            if (path.equals("/long") || path.equals("/waiting")) {
                session.getSessionData().setExpiry(System.currentTimeMillis() - 1);
            }
            if (path.equals("/long")) {
                session.setAttribute("a", "b");
            }
            if (path.equals("/waiting")) {
                working.countDown();
                assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
            }
            Content.Sink.write(response, true, session == null ? "none" : "valid " + session.isValid(), callback);
            return true;
        }
    }

    private void start(SessionDataStore sessionStore, int maxInactiveSeconds) throws Exception {
        sessions.setMaxInactiveInterval(maxInactiveSeconds);
        start(sessions, cache, sessionStore);
    }

    @AfterEach
    void goOn() {
        goOn.countDown();
    }

    private void awaitUnused() {
        await().untilAsserted(() -> assertThat(used.get().getRequests()).isZero());
    }

    @Test
    void requestLongerThanTheIntervalDoesNotEndItsSession() throws Exception {
        start(new NullSessionDataStore(), 1000);
        String id = id(ask("/new", null));
        awaitUnused();
        assertThat(ask("/long", id)).contains("valid true");
        awaitUnused();
        assertThat(ask("/", id)).contains("valid true");
        assertThat(sessions.events).containsExactly("created");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endOfALongRequestIsSaved(boolean flushOnResponseCommit) throws Exception {
        store.setSavePeriodSec(500);
        cache.setFlushOnResponseCommit(flushOnResponseCommit);
        start(store, 1000);
        String id = id(ask("/new", null));
        awaitUnused();
        ask("/long", id);
        await().untilAsserted(() ->
                assertThat(store.doLoad(used.get().getId()).getAttribute("a")).isEqualTo("b"));
        await().untilAsserted(() -> assertThat(store.doLoad(used.get().getId()).isExpiredAt(System.currentTimeMillis()))
                .isFalse());
    }

    @Test
    void requestBesideALongOneDoesNotEndTheSession() throws Exception {
        start(new NullSessionDataStore(), 1000);
        String id = id(ask("/new", null));
        awaitUnused();
        CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return ask("/waiting", id);
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ask("/", id)).contains("valid true");
        goOn.countDown();
        assertThat(waiting.join()).contains("valid true");
        assertThat(sessions.events).containsExactly("created");
    }

    @Test
    void sessionWhoseTimeIsOverStaysSoWhenItIsLookedFor() throws Exception {
        start(new NullSessionDataStore(), 1000);
        String id = id(ask("/new", null));
        awaitUnused();
        used.get().getSessionData().setExpiry(System.currentTimeMillis() - 1);
        assertThat(ask("/", id)).contains("none");
        await().untilAsserted(() -> assertThat(sessions.events).containsExactly("created", "destroyed"));
    }

    /** As when a browser asks for several parts of a page at once: each of the requests finds the session before any of them has used it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsThatFindASessionTogetherAfterItsTimeDoNotKeepIt(boolean stored) throws Exception {
        cache.setEvictionPolicy(stored ? SessionCache.EVICT_ON_SESSION_EXIT : SessionCache.NEVER_EVICT);
        start(stored ? store : new NullSessionDataStore(), 1000);
        String id = id(ask("/new", null));
        awaitUnused();
        String key = used.get().getId();
        await().until(() -> cache.contains(key) != stored);
        ManagedSession found = cache.get(key);
        found.getSessionData().setExpiry(System.currentTimeMillis() - 1);
        assertThat(ask("/", id)).contains("none");
        assertThat(cache.exists(key)).isFalse();
        await().untilAsserted(() -> assertThat(sessions.events).containsExactly("created", "destroyed"));
    }

    /** The timer of a session counts the time that has passed, while its expiry is a time of the clock, which may have been set back. */
    @Test
    void sessionExpiresAfterTheClockWasSetBack() throws Exception {
        start(new NullSessionDataStore(), 1);
        ask("/new", null);
        awaitUnused();
        SessionData data = used.get().getSessionData();
        data.setExpiry(data.getExpiry() + 1000);
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
        assertThat(sessions.events).containsExactly("created", "destroyed");
    }
}
