package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What memory keeps of sessions that cannot be saved, or that end while they are saved. */
class SessionCacheFailureTest extends SessionServer {
    private final Sessions sessions = new Sessions();
    private final DefaultSessionCache cache = new DefaultSessionCache(sessions);

    /** Records passivations and activations, and may end a session that is passivated. */
    private static final class Sessions extends SessionHandler {
        private final List<String> events = new CopyOnWriteArrayList<>();
        private volatile boolean endsWhenPassivated;
        private final Application application = new Application();
        private final AtomicInteger completed = new AtomicInteger();

        private Sessions() {
            setHandler(application);
        }

        @Override
        public void onSessionPassivation(Session session) {
            events.add("passivated");
            if (endsWhenPassivated) {
                session.invalidate();
            }
        }

        @Override
        public void onSessionActivation(Session session) {
            events.add("activated");
        }

        @Override
        public void onSessionIdChanged(Session session, String oldId) {
            super.onSessionIdChanged(session, oldId);
            events.add("renewed");
        }

        @Override
        public void complete(ManagedSession session) {
            super.complete(session);
            completed.incrementAndGet();
        }
    }

    /** A chain that is too long for the serialisation of the JDK, which calls itself for each link. */
    private static final class Link implements Serializable {
        private static final long serialVersionUID = 1;
        private Link next;

        private Link() {
            for (int i = 0; i < 1_000_000; i++) {
                Link link = new Link(next);
                next = link;
            }
        }

        private Link(Link next) {
            this.next = next;
        }
    }

    /** Makes a session, sets an attribute of one, or renews its id. */
    private static final class Application extends Handler.Abstract {
        /** Is called when a response could not be sent, before its request ends. */
        private volatile Runnable refused = () -> {};

        /** Is called before the id of a session is renewed. */
        private volatile Runnable renewing = () -> {};

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            Session session = request.getSession(path.equals("/new"));
            if (path.equals("/set")) {
                session.setAttribute("a", request.getHttpURI().getQuery());
            } else if (path.equals("/deep")) {
                session.setAttribute("deep", new Link());
            } else if (path.equals("/renew")) {
                renewing.run();
                session.renewId(request, response);
            }
            Content.Sink.write(
                    response, true, session == null ? "none" : "done", Callback.from(callback::succeeded, failure -> {
                        refused.run();
                        callback.failed(failure);
                    }));
            return true;
        }
    }

    private void start() throws Exception {
        start(cache);
    }

    private void start(AbstractSessionCache cache) throws Exception {
        start(sessions, cache, store);
    }

    private String newStoredSession() throws Exception {
        String id = id(ask("/new", null));
        await().untilAsserted(() -> assertThat(store.map).hasSize(1));
        await().untilAsserted(() -> assertThat(sessions.events).containsExactly("passivated", "activated"));
        sessions.events.clear();
        return id;
    }

    /** The client was told that it was not done. */
    @Test
    void changeOfARefusedResponseIsNotSavedLater() throws Exception {
        NullSessionCache none = new NullSessionCache(sessions);
        none.setFlushOnResponseCommit(true);
        start(none);
        String id = id(ask("/new", null));
        await().until(() -> sessions.completed.get() == 1);
        store.full = true;
        sessions.application.refused = () -> store.full = false;
        assertThat(ask("/set?lost", id)).startsWith("HTTP/1.1 503");
        await().until(() -> sessions.completed.get() == 2);
        assertThat(store.full).isFalse();
        assertThat(stored(id)).isNull();
    }

    /** Each request of a client without the cookie would leave one, for ever. */
    @Test
    void newSessionThatCannotBeSavedIsNotKept() throws Exception {
        cache.setSaveOnCreate(true);
        start();
        store.full = true;
        assertThat(ask("/new", null)).startsWith("HTTP/1.1 503");
        assertThat(cache.getSessionsCurrent()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {SessionCache.NEVER_EVICT, SessionCache.EVICT_ON_SESSION_EXIT})
    void sessionThatCannotBeSavedIsActivatedAgain(int evictionPolicy) throws Exception {
        cache.setEvictionPolicy(evictionPolicy);
        start();
        store.full = true;
        String id = id(ask("/new", null));
        await().untilAsserted(() -> assertThat(sessions.events).containsExactly("passivated", "activated"));
        assertThat(cache.getSessionsCurrent()).isEqualTo(1);
        assertThat(ask("/", id)).contains("done");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sessionThatEndsWhenItIsPassivatedIsNotSaved(boolean evicted) throws Exception {
        cache.setEvictionPolicy(evicted ? SessionCache.EVICT_ON_SESSION_EXIT : SessionCache.NEVER_EVICT);
        sessions.endsWhenPassivated = true;
        start();
        String id = id(ask("/new", null));
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
        await().untilAsserted(() -> assertThat(sessions.events).isNotEmpty());
        assertThat(ask("/", id)).contains("none");
        assertThat(store.saves).hasValue(0);
        assertThat(store.map).isEmpty();
    }

    @Test
    void changeThatCouldNotBeSavedIsSavedBeforeTheSessionLeavesMemory() throws Exception {
        cache.setEvictionPolicy(1);
        start();
        String id = newStoredSession();
        store.full = true;
        ask("/set?kept", id);
        await().untilAsserted(() -> assertThat(store.saves).hasValue(2));
        store.full = false;
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
        assertThat(stored(id)).isEqualTo("kept");
    }

    @Test
    void sessionThatCannotBeSavedLeavesMemoryOnceItCan() throws Exception {
        cache.setEvictionPolicy(1);
        cache.setSaveOnInactiveEviction(true);
        start();
        newStoredSession();
        store.full = true;
        await().untilAsserted(() -> assertThat(store.saves).hasValueGreaterThan(1));
        await().untilAsserted(() -> assertThat(sessions.events).contains("passivated", "activated"));
        store.full = false;
        await().untilAsserted(() -> assertThat(cache.getSessionsCurrent()).isZero());
    }

    /** A login that went on would be one of a session whose id somebody else may have given out. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestThatCannotRenewTheIdFailsAndTheSessionKeepsIt(boolean inMemory) throws Exception {
        start(inMemory ? cache : new NullSessionCache(sessions));
        String id = id(ask("/new", null));
        await().until(() -> sessions.completed.get() == 1);
        sessions.application.renewing = () -> store.away = true;
        assertThat(ask("/renew", id)).startsWith("HTTP/1.1 503").doesNotContain("JSESSIONID");
        await().until(() -> sessions.completed.get() == 2);
        sessions.application.renewing = () -> {};
        store.away = false;
        assertThat(sessions.events).doesNotContain("renewed");
        assertThat(ask("/", id)).contains("done");
        String other = id(ask("/renew", id));
        assertThat(other).isNotEqualTo(id);
        assertThat(ask("/", id)).contains("none");
        assertThat(ask("/", other)).contains("done");
        assertThat(sessions.events).contains("renewed");
    }

    @Test
    void sessionThatCannotBeSavedByItsNewIdIsSavedWithItsRequest() throws Exception {
        start();
        String id = newStoredSession();
        sessions.application.renewing = () -> store.full = true;
        String other = id(ask("/renew", id));
        await().until(() -> sessions.completed.get() == 2);
        assertThat(sessions.events).contains("renewed");
        assertThat(store.map).isEmpty();
        store.full = false;
        assertThat(ask("/", id)).contains("none");
        assertThat(ask("/", other)).contains("done");
        await().untilAsserted(() -> assertThat(store.map).containsOnlyKeys(other.replaceAll("\\..*", "")));
    }

    /** The request must end, or its connection would be lost. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestWhoseSessionIsTooDeepToBeSavedEnds(boolean inMemory) throws Exception {
        AbstractSessionCache kept = inMemory ? cache : new NullSessionCache(sessions);
        kept.setFlushOnResponseCommit(!inMemory);
        start(kept);
        String id = id(ask("/new", null));
        await().until(() -> sessions.completed.get() == 1);
        assertThat(ask("/deep", id)).startsWith(inMemory ? "HTTP/1.1 200" : "HTTP/1.1 503");
        await().until(() -> sessions.completed.get() == 2);
        assertThat(ask("/", id)).contains("done");
    }

    /** The store fails between the two steps: what it has by the old id must not be lost. */
    @Test
    void sessionIsNotLostWhenItsNewIdCannotBeSaved() throws Exception {
        start(new NullSessionCache(sessions));
        String id = id(ask("/new", null));
        await().until(() -> sessions.completed.get() == 1);
        sessions.application.renewing = () -> store.full = true;
        assertThat(ask("/renew", id)).startsWith("HTTP/1.1 503");
        await().until(() -> sessions.completed.get() == 2);
        store.full = false;
        assertThat(ask("/", id)).contains("done");
    }
}
