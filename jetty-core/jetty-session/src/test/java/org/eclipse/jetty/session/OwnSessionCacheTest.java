package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** A cache as programs made for Jetty write theirs. */
class OwnSessionCacheTest {
    private static final class MapCache extends AbstractSessionCache {
        private final Map<String, ManagedSession> sessions = new ConcurrentHashMap<>();

        MapCache(SessionManager manager) {
            super(manager);
        }

        @Override
        public void shutdown() {}

        @Override
        public ManagedSession doGet(String id) {
            return sessions.get(id);
        }

        @Override
        public Session doPutIfAbsent(String id, ManagedSession session) {
            return sessions.putIfAbsent(id, session);
        }

        @Override
        protected ManagedSession doComputeIfAbsent(String id, Function<String, ManagedSession> loader) {
            return sessions.computeIfAbsent(id, loader);
        }

        @Override
        public ManagedSession doDelete(String id) {
            return sessions.remove(id);
        }
    }

    @Test
    void cacheOfTheProgramKeepsSessions() throws Exception {
        Server server = new Server();
        LocalConnector connector = new LocalConnector(server);
        server.addConnector(connector);
        SessionHandler sessions = new SessionHandler();
        MapCache cache = new MapCache(sessions);
        sessions.setSessionCache(cache);
        sessions.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Session session = request.getSession(true);
                Integer visits = (Integer) session.getAttribute("visits");
                session.setAttribute("visits", visits == null ? 1 : visits + 1);
                Content.Sink.write(response, true, "visit " + session.getAttribute("visits"), callback);
                return true;
            }
        });
        server.setHandler(sessions);
        server.start();
        try {
            String first = connector.getResponse("GET / HTTP/1.1\r\nHost: local\r\n\r\n");
            assertThat(first).endsWith("visit 1");
            assertThat(cache.sessions).hasSize(1);
            String id = cache.sessions.keySet().iterator().next();
            assertThat(connector.getResponse("GET / HTTP/1.1\r\nHost: local\r\nCookie: JSESSIONID=" + id + "\r\n\r\n"))
                    .endsWith("visit 2");
        } finally {
            server.stop();
        }
    }
}
