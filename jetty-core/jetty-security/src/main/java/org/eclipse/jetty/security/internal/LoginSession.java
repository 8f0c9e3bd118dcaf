package org.eclipse.jetty.security.internal;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;

/** The session in which a login is kept. */
public final class LoginSession {
    private LoginSession() {}

    /**
     * The session of a request, which is made if there is none.
     *
     * @throws IllegalStateException if the context has no session manager
     */
    public static Session of(Request request) {
        Session session = request.getSession(true);
        if (session == null) {
            throw new IllegalStateException("no session manager in " + request.getContext()
                    + " (expected: a SessionHandler outside of the SecurityHandler, as logins are kept in sessions)");
        }
        return session;
    }
}
