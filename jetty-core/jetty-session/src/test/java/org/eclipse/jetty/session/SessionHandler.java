package org.eclipse.jetty.session;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;

/** Gives requests of the next handler sessions, without any API that presents them. */
public final class SessionHandler extends Handler.Wrapper {
    final Manager manager = new Manager();
    final List<String> events = new CopyOnWriteArrayList<>();

    public SessionHandler(Handler next) {
        super(next);
        addBean(manager);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        AbstractSessionManager.RequestedSession requested = manager.resolve(request);
        SessionRequest sessionRequest = new SessionRequest(request, response, requested);
        manager.follow(sessionRequest);
        HttpCookie cookie = manager.access(requested.session(), request.isSecure());
        if (cookie != null) {
            Response.putCookie(response, cookie);
        }
        return super.handle(sessionRequest, response, callback);
    }

    private final class SessionRequest extends Request.Wrapper {
        private final Response response;
        private final String requestedId;
        private volatile ManagedSession session;

        private SessionRequest(Request request, Response response, AbstractSessionManager.RequestedSession requested) {
            super(request);
            this.response = response;
            this.requestedId = requested.sessionId();
            this.session = requested.session();
        }

        @Override
        public Session getSession(boolean create) {
            ManagedSession current = session;
            if (current != null && !current.isInvalidOrInvalidating()) {
                return current;
            }
            if (!create) {
                return null;
            }
            manager.newSession(this, requestedId, created -> session = created);
            HttpCookie cookie = manager.getSessionCookie(session, isSecure());
            if (cookie != null) {
                Response.replaceCookie(response, cookie);
            }
            return session;
        }
    }

    /** The sessions. */
    final class Manager extends AbstractSessionManager {
        RequestedSession resolve(Request request) {
            return resolveRequestedSessionId(request);
        }

        void follow(Request request) {
            addSessionStreamWrapper(request);
        }

        @Override
        public Server getServer() {
            return SessionHandler.this.getServer();
        }

        @Override
        public ManagedSession getManagedSession(Request request) {
            SessionRequest wrapper = Request.as(request, SessionRequest.class);
            return wrapper == null ? null : wrapper.session;
        }

        @Override
        public Session.API newSessionAPIWrapper(ManagedSession session) {
            return () -> session;
        }

        @Override
        public void onSessionCreated(Session session) {
            events.add("created");
        }

        @Override
        public void onSessionDestroyed(Session session) {
            events.add("destroyed");
        }

        @Override
        public void onSessionIdChanged(Session session, String oldId) {
            events.add("changed");
        }
    }
}
