package org.eclipse.jetty.security;

import java.util.Set;
import java.util.function.Function;
import javax.security.auth.Subject;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.jspecify.annotations.Nullable;

/** Knows users and checks their credentials. Thread-safe. */
public interface LoginService {
    /** The name of the realm; null if it has none. */
    @Nullable
    String getName();

    /**
     * Checks a user.
     *
     * @param username null if the request has no name, or the credentials have it
     * @param credentials what the authenticator got of the user; null if the request has none
     * @param getOrCreateSession gives the session, and creates it if called with true
     * @return the identity; null if the user or the credentials are not right
     */
    @Nullable
    UserIdentity login(
            @Nullable String username,
            @Nullable Object credentials,
            Request request,
            Function<Boolean, @Nullable Session> getOrCreateSession);

    /**
     * Restores a user who logged in earlier, whose session was loaded again.
     *
     * @param username the name that the user logged in by
     * @param roles the roles that the user had; null if they are not known
     * @return the identity; null if the user must log in again
     */
    default @Nullable UserIdentity restore(String username, @Nullable Set<String> roles) {
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
        String[] names = roles.toArray(new String[0]);
        IdentityService identities = getIdentityService();
        return identities == null
                ? UserIdentity.from(subject, user, names)
                : identities.newUserIdentity(subject, user, names);
    }

    /** Whether an identity is still good. */
    boolean validate(UserIdentity user);

    /** What makes the identities; null until it is set, where a service has none by itself. */
    @Nullable
    IdentityService getIdentityService();

    void setIdentityService(IdentityService service);

    void logout(UserIdentity user);
}
