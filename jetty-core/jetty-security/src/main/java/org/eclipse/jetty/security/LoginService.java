package org.eclipse.jetty.security;

import java.util.function.Function;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;

/** Knows users and checks their credentials. Thread-safe. */
public interface LoginService {
    /** The name of the realm. */
    String getName();

    /**
     * Checks a user.
     *
     * @param credentials what the authenticator got of the user
     * @param getOrCreateSession gives the session, and creates it if called with true
     * @return the identity; null if the user or the credentials are not right
     */
    UserIdentity login(
            String username, Object credentials, Request request, Function<Boolean, Session> getOrCreateSession);

    /** Whether an identity is still good. */
    boolean validate(UserIdentity user);

    IdentityService getIdentityService();

    void setIdentityService(IdentityService service);

    void logout(UserIdentity user);
}
