package org.eclipse.jetty.session;

import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.junit.jupiter.api.AfterEach;

/** A server with a context of sessions in a {@link MemoryStore}, and what tests ask it. */
abstract class SessionServer extends OverTransports {
    final MemoryStore store = new MemoryStore();
    final Server server = new Server();
    private TestConnector connector;

    /** Starts the server with the sessions of a cache. */
    void start(SessionHandler sessions, AbstractSessionCache cache, SessionDataStore sessionStore) throws Exception {
        cache.setSessionDataStore(sessionStore);
        sessions.setSessionCache(cache);
        server.setHandler(new ContextHandler(sessions, "/"));
        connector = new TestConnector(transport, server);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** The response to a request with the cookie of a session; without one if {@code id} is null. */
    String ask(String path, String id) throws Exception {
        return connector.getResponse("GET " + path + " HTTP/1.1\r\nHost: h\r\n"
                + (id == null ? "" : "Cookie: JSESSIONID=" + id + "\r\n") + "\r\n");
    }

    /** The id in the cookie of a response. */
    static String id(String response) {
        String after = response.substring(response.indexOf("JSESSIONID=") + "JSESSIONID=".length());
        return after.substring(0, after.indexOf(';'));
    }

    /** The attribute "a" of a session as it is in the store; null without one. */
    Object stored(String id) throws Exception {
        SessionData data = store.doLoad(id.replaceAll("\\..*", ""));
        return data == null ? null : data.getAttribute("a");
    }
}
