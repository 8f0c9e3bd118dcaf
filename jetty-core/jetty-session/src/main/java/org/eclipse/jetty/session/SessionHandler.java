package org.eclipse.jetty.session;

import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Gives the requests of core handlers sessions, which they get by {@link Request#getSession(boolean)}.
 *
 * <pre>
 * SessionHandler sessions = new SessionHandler();
 * sessions.setHandler(new ShopHandler());
 * server.setHandler(new ContextHandler(sessions, "/shop"));
 * </pre>
 *
 * <p>Servlet contexts have a session handler of their own environment. Settings change before it is started; sessions
 * are used by many threads.
 */
public class SessionHandler extends AbstractSessionManager implements Handler.Singleton {
    private @Nullable Server server;
    private @Nullable Handler handler;

    public SessionHandler() {}

    @Override
    public @Nullable Server getServer() {
        return server;
    }

    /** @throws IllegalStateException if it is started with another server */
    @Override
    public void setServer(@Nullable Server server) {
        if (this.server == server) {
            return;
        }
        if (isStarted()) {
            throw new IllegalStateException(getState());
        }
        this.server = server;
        if (handler != null) {
            handler.setServer(server);
        }
    }

    @Override
    public @Nullable Handler getHandler() {
        return handler;
    }

    @Override
    public void setHandler(@Nullable Handler handler) {
        Handler updated = Handler.Singleton.updateHandler(this, handler);
        updateBean(this.handler, updated);
        this.handler = updated;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Handler next = handler;
        if (next == null) {
            return false;
        }
        RequestedSession requested = resolveRequestedSessionId(request);
        SessionRequest sessionRequest = new SessionRequest(request, response, requested);
        addSessionStreamWrapper(sessionRequest);
        HttpCookie cookie = access(requested.session(), request.isSecure());
        if (cookie != null) {
            Response.putCookie(response, cookie);
        }
        return next.handle(sessionRequest, response, callback);
    }

    @Override
    public @Nullable ManagedSession getManagedSession(Request request) {
        SessionRequest sessionRequest = Request.as(request, SessionRequest.class);
        return sessionRequest == null || sessionRequest.getSessionManager() != this ? null : sessionRequest.session;
    }

    @Override
    public Session.API newSessionAPIWrapper(ManagedSession session) {
        return () -> session;
    }

    /** A request with the session that it names, or that was created for it. */
    private final class SessionRequest extends Request.Wrapper {
        private final Response response;
        private final @Nullable String requestedId;
        private volatile @Nullable ManagedSession session;

        private SessionRequest(Request request, Response response, RequestedSession requested) {
            super(request);
            this.response = response;
            this.requestedId = requested.sessionId();
            this.session = requested.session();
        }

        private SessionHandler getSessionManager() {
            return SessionHandler.this;
        }

        @Override
        public @Nullable Session getSession(boolean create) {
            ManagedSession current = session;
            if (current != null && !current.isInvalidOrInvalidating()) {
                return current;
            }
            if (!create) {
                return null;
            }
            if (response.isCommitted()) {
                throw new IllegalStateException("the response is committed: no session can be created");
            }
            newSession(this, requestedId, created -> session = created);
            ManagedSession made = session;
            assert made != null : "given by newSession";
            HttpCookie cookie = getSessionCookie(made, isSecure());
            if (cookie != null) {
                Response.replaceCookie(response, cookie);
            }
            return made;
        }
    }
}
