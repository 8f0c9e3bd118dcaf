package org.eclipse.jetty.ee11.servlet.api;

import jakarta.servlet.http.HttpSession;
import java.util.function.Consumer;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionManager;

/** The part of a session that exists in this version of the Servlet API only. Thread-safe. */
public abstract class SessionApi implements HttpSession {
    /** Returns the session of the container. */
    public abstract ManagedSession getSession();

    @Override
    public HttpSession.Accessor getAccessor() {
        ManagedSession session = getSession();
        if (!session.isValid()) {
            throw new IllegalStateException("The session is invalid");
        }
        return new SessionAccessor(session.getSessionManager(), session.getId());
    }

    /** Finds a session by its id, as a request with this id would. Thread-safe. */
    private record SessionAccessor(SessionManager manager, String id) implements HttpSession.Accessor {
        @Override
        public void access(Consumer<HttpSession> consumer) {
            ManagedSession session = find();
            try {
                if (!session.access(System.currentTimeMillis())) {
                    throw gone();
                }
                HttpSession seen = session.getApi();
                manager.getContext().run(() -> consumer.accept(seen));
            } finally {
                manager.complete(session);
            }
        }

        private ManagedSession find() {
            ManagedSession session;
            try {
                session = manager.isRunning() ? manager.getManagedSession(id) : null;
            } catch (Exception x) {
                throw new IllegalStateException("The session cannot be read", x);
            }
            if (session == null) {
                throw gone();
            }
            return session;
        }

        private static IllegalStateException gone() {
            return new IllegalStateException("The session is invalid, or its id has changed");
        }

        @Override
        public String toString() {
            return "SessionAccessor@" + Integer.toHexString(System.identityHashCode(this));
        }
    }
}
