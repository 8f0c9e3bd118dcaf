package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session that ends, as by a logout in another context, while this one saves it or gives it another id. */
class SessionEndRaceTest extends SessionServer {
    private final SessionHandler sessions = new SessionHandler() {
        @Override
        public SessionInactivityTimer newSessionInactivityTimer(ManagedSession session) {
            return new SessionInactivityTimer(this, session, server.getScheduler()) {
                @Override
                public void schedule(long milliseconds) {
                    scheduled.incrementAndGet();
                }
            };
        }

        @Override
        public void complete(ManagedSession session) {
            super.complete(session);
            completed.incrementAndGet();
        }
    };
    private final DefaultSessionCache cache = new DefaultSessionCache(sessions);
    private final AtomicInteger scheduled = new AtomicInteger();
    private final AtomicInteger completed = new AtomicInteger();
    private final AtomicReference<String> made = new AtomicReference<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    private void start(AbstractSessionCache kept) throws Exception {
        sessions.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                String path = Request.getPathInContext(request);
                Session session = request.getSession(path.equals("/new"));
                if (path.equals("/new")) {
                    session.setAttribute("a", "cart");
                    made.set(session.getId());
                } else if (path.equals("/renew")) {
                    session.renewId(request, response);
                }
                String answer = session == null ? "none" : "found " + session.getAttribute("a");
                Content.Sink.write(response, true, answer, callback);
                return true;
            }
        });
        start(sessions, kept, store);
    }

    /** Has another thread end a session, and waits until it has done so, or waits for this one. */
    private void endMeanwhile(String id) {
        Thread ending = new Thread(() -> {
            try {
                sessions.invalidate(id);
            } catch (Exception x) {
                throw new AssertionError(x);
            }
        });
        threads.add(ending);
        ending.start();
        await().until(() -> !ending.isAlive() || ending.getState() == Thread.State.WAITING);
    }

    private void awaitEnds() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static String plain(String id) {
        return id.replaceAll("\\..*", "");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sessionThatEndsDuringItsFirstSaveDoesNotComeBack(boolean flushOnResponseCommit) throws Exception {
        cache.setFlushOnResponseCommit(flushOnResponseCommit);
        start(cache);
        store.saving = () -> {
            store.saving = () -> {};
            endMeanwhile(made.get());
        };
        String id = id(ask("/new", null));
        await().until(() -> completed.get() == 1);
        awaitEnds();
        assertThat(store.map).isEmpty();
        assertThat(cache.getSessionsCurrent()).isZero();
        assertThat(ask("/", id)).endsWith("none");
    }

    /** It ends before, or is known by its new id alone; nothing is left that requests wait for. */
    @Test
    void sessionThatEndsWhileItsIdIsRenewedIsWhole() throws Exception {
        start(cache);
        String id = id(ask("/new", null));
        await().until(() -> completed.get() == 1);
        store.removed = () -> {
            store.removed = () -> {};
            endMeanwhile(plain(id));
        };
        String renewed = id(ask("/renew", id));
        await().until(() -> completed.get() == 2);
        awaitEnds();
        assertThat(ask("/", id)).endsWith("none");
        boolean lives = store.map.containsKey(plain(renewed));
        assertThat(cache.getSessionsCurrent()).isEqualTo(lives ? 1 : 0);
        assertThat(ask("/", renewed)).endsWith(lives ? "found cart" : "none");
    }

    /** A timer would keep it, and its application with it, until it fires. */
    @Test
    void sessionThatHasEndedHasNoTimer() throws Exception {
        start(cache);
        String id = plain(id(ask("/new", null)));
        await().until(() -> completed.get() == 1);
        ManagedSession session = cache.get(id);
        sessions.invalidate(id);
        int before = scheduled.get();
        session.release();
        session.setMaxInactiveInterval(1000);
        assertThat(scheduled.get()).isEqualTo(before);
    }
}
