package org.eclipse.jetty.security;

import java.util.Set;
import java.util.function.Function;
import javax.security.auth.Subject;
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

    /**
     * Restores a user who logged in earlier, whose session was loaded again.
     *
     * @param username the name that the user logged in by
     * @param roles the roles that the user had; null if they are not known
     * @return the identity; null if the user must log in again
     */
    default UserIdentity restore(String username, Set<String> roles) {
        if (roles == null) {
            return null;
        }
        UserPrincipal user = new UserPrincipal(username, null);
        Subject subject = new Subject();
        user.configureSubject(subject);
        for (String role : roles) {
            new RolePrincipal(role).configureForSubject(subject);
        }
        subject.setReadOnly();
        return getIdentityService().newUserIdentity(subject, user, roles.toArray(new String[0]));
    }

    /** Whether an identity is still good. */
    boolean validate(UserIdentity user);

    IdentityService getIdentityService();

    void setIdentityService(IdentityService service);

    void logout(UserIdentity user);
}
