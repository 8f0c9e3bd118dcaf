package org.eclipse.jetty.session.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionCacheFactory;
import org.eclipse.jetty.session.DefaultSessionCacheFactory;
import org.eclipse.jetty.session.DefaultSessionIdManager;
import org.eclipse.jetty.session.NullSessionCacheFactory;
import org.eclipse.jetty.session.SessionDataStoreFactory;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** A server among others with the same application, whose requests do with their session what their path says. */
final class ClusterNode {
    /** Each test has a context of its own. */
    static final AtomicInteger CONTEXTS = new AtomicInteger();

    private static final Pattern COOKIE = Pattern.compile("JSESSIONID=([^;]+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> ended = new CopyOnWriteArrayList<>();
    private final AtomicInteger active = new AtomicInteger();
    private final DefaultSessionIdManager ids;
    private final ServerConnector connector;
    private final Server server = new Server();

    /** @param noCache whether each request asks the store */
    ClusterNode(String name, SessionDataStoreFactory stores, int evictionPolicy, boolean noCache) throws Exception {
        connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ids = new DefaultSessionIdManager(server);
        ids.setWorkerName(name);
        server.addBean(ids, true);
        AbstractSessionCacheFactory caches = noCache ? new NullSessionCacheFactory() : new DefaultSessionCacheFactory();
        if (!noCache) {
            caches.setEvictionPolicy(evictionPolicy);
        }
        caches.setFlushOnResponseCommit(true);
        server.addBean(caches);
        server.addBean(stores);
        SessionHandler sessions = new SessionHandler() {
            @Override
            public void onSessionDestroyed(Session session) {
                ended.add(session.getId());
            }
        };
        sessions.setHandler(new Application());
        server.setHandler(new ContextHandler(sessions, contextPath()));
        server.start();
    }

    static String contextPath() {
        return "/app" + CONTEXTS.get();
    }

    /** The application. */
    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            if (path == null) {
                return false;
            }
            active.incrementAndGet();
            Request.addCompletionListener(request, failure -> active.decrementAndGet());
            Session session = request.getSession(path.equals("/new"));
            Content.Sink.write(
                    response, true, session == null ? "none" : use(path, session, request, response), callback);
            return true;
        }

        private String use(String path, Session session, Request request, Response response) {
            try {
                return switch (path) {
                    case "/count" -> {
                        Integer count = (Integer) session.getAttribute("count");
                        session.setAttribute("count", count == null ? 1 : count + 1);
                        yield String.valueOf(session.getAttribute("count"));
                    }
                    case "/pair" -> {
                        String value = request.getHttpURI().getQuery();
                        if (value != null) {
                            session.setAttribute("first", value);
                            session.setAttribute("second", value);
                        }
                        yield session.getAttribute("first") + "=" + session.getAttribute("second");
                    }
                    case "/renew" -> {
                        session.renewId(request, response);
                        yield "renewed";
                    }
                    case "/end" -> {
                        session.invalidate();
                        yield "ended";
                    }
                    default -> session.getId();
                };
            } catch (IllegalStateException x) {
                // another request ended it meanwhile
                return "none";
            }
        }
    }

    HttpResponse<String> ask(String path, @Nullable String id) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + connector.getLocalPort() + contextPath() + path))
                .timeout(Duration.ofMinutes(1));
        if (id != null) {
            request.header("Cookie", "JSESSIONID=" + id);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The id in the cookie that a response sets. */
    String id(HttpResponse<String> response) {
        Matcher matcher =
                COOKIE.matcher(response.headers().firstValue("Set-Cookie").orElse(""));
        if (!matcher.find()) {
            throw new AssertionError("no session in " + response.headers());
        }
        return matcher.group(1);
    }

    /** Waits until all requests are complete, which is after their responses. */
    void awaitIdle() {
        long begin = System.nanoTime();
        while (active.get() > 0 && System.nanoTime() - begin < TimeUnit.MINUTES.toNanos(1)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** Looks for expired sessions. */
    Void scavenge() {
        ids.scavenge();
        return null;
    }

    /** The sessions whose end its listeners were called for. */
    List<String> ended() {
        return ended;
    }

    void stop() {
        LifeCycle.stop(server);
    }
}
