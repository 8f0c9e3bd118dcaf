package org.eclipse.jetty.security.jwt.internal;

import java.security.Principal;
import java.util.Collection;
import java.util.Set;
import javax.security.auth.Subject;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.RolePrincipal;
import org.eclipse.jetty.security.UserIdentity;

/** Makes identities of users that tokens name. */
public final class Users {
    private Users() {}

    /**
     * An identity.
     *
     * @param others further principals of its subject
     */
    public static UserIdentity identity(
            IdentityService service, Principal user, Set<String> roles, Collection<? extends Principal> others) {
        Subject subject = new Subject();
        subject.getPrincipals().add(user);
        roles.forEach(role -> new RolePrincipal(role).configureForSubject(subject));
        subject.getPrincipals().addAll(others);
        subject.setReadOnly();
        return service.newUserIdentity(subject, user, roles.toArray(new String[0]));
    }
}
