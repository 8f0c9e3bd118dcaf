package org.eclipse.jetty.ee10.servlet;

import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextRequest;
import org.eclipse.jetty.session.AbstractSessionManager.RequestedSession;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionManager;
import org.jspecify.annotations.Nullable;

/**
 * A core request within a context that may be part of a session: the one that it names, or one that is made on its way.
 * Confined to the thread that handles the request.
 */
public abstract class SessionContextRequest extends ContextRequest {
    private final @Nullable SessionManager sessionManager;
    private @Nullable ManagedSession managedSession;
    private boolean sessionEnded;
    private RequestedSession requestedSession = RequestedSession.NO_REQUESTED_SESSION;

    /** @param sessionManager null if the context has no sessions */
    SessionContextRequest(
            ContextHandler.ScopedContext context, Request request, @Nullable SessionManager sessionManager) {
        super(context, request);
        this.sessionManager = sessionManager;
    }

    /** The response that a new session adds its cookie to. */
    abstract Response getContextResponse();

    public @Nullable ManagedSession getManagedSession() {
        return managedSession;
    }

    /** Sets the session that this request is part of. */
    public void setManagedSession(ManagedSession managedSession) {
        this.managedSession = managedSession;
    }

    public @Nullable SessionManager getSessionManager() {
        return sessionManager;
    }

    public void setRequestedSession(RequestedSession requestedSession) {
        this.requestedSession = requestedSession;
        this.managedSession = requestedSession.session();
    }

    public RequestedSession getRequestedSession() {
        return requestedSession;
    }

    @Override
    public @Nullable Session getSession(boolean create) {
        ManagedSession session = managedSession;
        if (session != null) {
            if (sessionManager == null) {
                return session;
            }
            if (session.isValid()) {
                return session;
            }
            releaseSession();
        }
        if (!create) {
            return null;
        }
        if (sessionManager == null) {
            throw new IllegalStateException("No SessionManager");
        }
        Response response = getContextResponse();
        if (response.isCommitted()) {
            throw new IllegalStateException("Response is committed");
        }
        sessionManager.newSession(this, requestedSession.sessionId(), this::setManagedSession);
        if (managedSession == null) {
            throw new IllegalStateException("Create session failed");
        }
        HttpCookie cookie = sessionManager.getSessionCookie(managedSession, isSecure());
        if (cookie != null) {
            Response.putCookie(response, cookie);
        }
        return managedSession;
    }

    private void releaseSession() {
        ManagedSession session = managedSession;
        managedSession = null;
        if (session != null && sessionManager != null) {
            sessionManager.complete(session);
        }
    }

    /** The response is about to be committed: what the session must store first is stored. */
    void commitSession() {
        if (managedSession != null && !sessionEnded && sessionManager != null) {
            sessionManager.commit(managedSession);
        }
    }

    /** The application is done with the request. */
    void endSession() {
        if (managedSession == null || sessionEnded) {
            return;
        }
        sessionEnded = true;
        if (sessionManager == null) {
            return;
        }
        sessionManager.commit(managedSession);
        sessionManager.complete(managedSession);
    }
}
