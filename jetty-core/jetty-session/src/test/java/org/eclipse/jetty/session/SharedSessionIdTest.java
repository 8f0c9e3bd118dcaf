package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of several contexts whose client has one id, as with a cookie of the path "/": each has its own time (Servlet sections 7.3, 7.5). */
class SharedSessionIdTest {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final ContextHandlerCollection contexts = new ContextHandlerCollection();
    private final Map<String, DefaultSessionCache> caches = new HashMap<>();
    private final AtomicReference<Runnable> found = new AtomicReference<>(() -> {});

    private SessionHandler context(String path, SessionDataStore store) {
        SessionHandler sessions = new SessionHandler();
        DefaultSessionCache cache = new DefaultSessionCache(sessions) {
            @Override
            public Set<String> checkExpiration(Set<String> candidates) {
                Set<String> expired = super.checkExpiration(candidates);
                found.get().run();
                return expired;
            }
        };
        cache.setSessionDataStore(store);
        caches.put(path, cache);
        sessions.setSessionCache(cache);
        sessions.setMaxInactiveInterval(1000);
        sessions.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                String query = request.getHttpURI().getQuery();
                Session session = request.getSession(query != null);
                if (query != null) {
                    session.setAttribute("a", query);
                }
                String answer = session == null ? "none" : String.valueOf(session.getAttribute("a"));
                Content.Sink.write(response, true, answer, callback);
                return true;
            }
        });
        contexts.addHandler(new ContextHandler(sessions, path));
        return sessions;
    }

    /** Starts the server; returns the id of a session of "/news". */
    private String start() throws Exception {
        server.addConnector(connector);
        server.setHandler(contexts);
        server.start();
        return SessionServer.id(ask("/news/?article", null));
    }

    /** Starts the server with a session in both contexts, that of "/news" in a file alone; returns their id. */
    private String startStored(Path directory) throws Exception {
        FileSessionDataStore files = new FileSessionDataStore();
        files.setStoreDir(directory.toFile());
        context("/news", files);
        context("/shop", new NullSessionDataStore());
        caches.get("/news").setEvictionPolicy(SessionCache.EVICT_ON_SESSION_EXIT);
        String id = start();
        ask("/shop/?cart", id);
        await().until(() -> caches.get("/news").getSessionsCurrent() == 0);
        return id;
    }

    private static Path onlyFile(Path directory) throws IOException {
        try (var stored = Files.list(directory)) {
            return stored.findFirst().orElseThrow();
        }
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String ask(String path, String id) throws Exception {
        return connector.getResponse("GET " + path + " HTTP/1.1\r\nHost: h\r\n"
                + (id == null ? "" : "Cookie: JSESSIONID=" + id + "\r\n") + "\r\n");
    }

    private String askOrFail(String path, String id) {
        try {
            return ask(path, id);
        } catch (Exception x) {
            throw new AssertionError(x);
        }
    }

    private void expire(String path, String id) {
        ManagedSession session = caches.get(path).doGet(id.replaceAll("\\..*", ""));
        await().until(() -> session.getRequests() == 0);
        session.getSessionData().setExpiry(System.currentTimeMillis() - 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sessionThatExpiresDoesNotEndThoseOfOtherContexts(boolean asked) throws Exception {
        SessionHandler news = context("/news", new NullSessionDataStore());
        context("/shop", new NullSessionDataStore());
        String id = start();
        ask("/shop/?cart", id);
        expire("/news", id);
        if (asked) {
            ask("/news/", id);
        } else {
            news.sessionTimerExpired(caches.get("/news").doGet(id.replaceAll("\\..*", "")), System.currentTimeMillis());
        }
        await().until(() -> caches.get("/news").getSessionsCurrent() == 0);
        assertThat(ask("/news/", id)).endsWith("none");
        assertThat(ask("/shop/", id)).endsWith("cart");
    }

    /** The search for expired sessions is slow: meanwhile a request has found that its session is over, and made another one. */
    @Test
    void searchDoesNotEndTheSessionAfterTheOneThatItHasFound() throws Exception {
        SessionHandler news = context("/news", new NullSessionDataStore());
        context("/shop", new NullSessionDataStore());
        String id = start();
        ask("/shop/?cart", id);
        expire("/news", id);
        found.set(() -> {
            found.set(() -> {});
            assertThat(askOrFail("/news/?later", id)).endsWith("later").contains(id);
        });
        news.getSessionIdManager().getSessionHouseKeeper().setIntervalSec(0);
        news.sessionTimerExpired(caches.get("/news").doGet(id.replaceAll("\\..*", "")), System.currentTimeMillis());
        news.scavenge();
        assertThat(caches.get("/news").getSessionsTotal()).isEqualTo(2);
        assertThat(ask("/news/", id)).endsWith("later");
        assertThat(ask("/shop/", id)).endsWith("cart");
    }

    /** What one context cannot read says nothing of another one. */
    @Test
    void sessionThatCannotBeReadDoesNotEndThoseOfOtherContexts(@TempDir Path directory) throws Exception {
        String id = startStored(directory);
        Files.write(onlyFile(directory), new byte[] {1, 2, 3});
        assertThat(ask("/news/", id)).endsWith("none");
        assertThat(ask("/shop/", id)).endsWith("cart");
    }

    /** A logout is one, whatever becomes readable again. */
    @Test
    void sessionThatCannotBeReadEndsWithTheOthersOfItsId(@TempDir Path directory) throws Exception {
        String id = startStored(directory);
        Path file = onlyFile(directory);
        Files.write(file, new byte[] {1, 2, 3});
        caches.get("/shop").doGet(id.replaceAll("\\..*", "")).invalidate();
        assertThat(List.of(directory.toFile().list())).isEmpty();
    }
}
