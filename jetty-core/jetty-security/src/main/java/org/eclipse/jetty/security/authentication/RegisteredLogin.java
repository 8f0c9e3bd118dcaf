package org.eclipse.jetty.security.authentication;

import java.io.Serializable;
import java.security.Principal;
import java.util.Set;
import javax.security.auth.Subject;
import org.eclipse.jetty.security.RolePrincipal;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * A login that an authentication module has asked the container to keep in the session (Jakarta Authentication, chapter 3).
 *
 * <p>After the session was loaded by another process it has the name and the roles of the user, and a plain principal. Immutable.
 */
public final class RegisteredLogin implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String authenticationType;
    private final String name;
    private final String[] roles;
    private final transient @Nullable UserIdentity identity;

    public RegisteredLogin(String authenticationType, UserIdentity identity, Set<String> roles) {
        this.authenticationType = authenticationType;
        this.name = identity.getUserPrincipal().getName();
        this.roles = roles.toArray(new String[0]);
        this.identity = identity;
    }

    public String getAuthenticationType() {
        return authenticationType;
    }

    public Set<String> getRoles() {
        return Set.of(roles);
    }

    /** Whether another login is of the same user by the same type. */
    public boolean isOf(RegisteredLogin other) {
        return name.equals(other.name) && authenticationType.equals(other.authenticationType);
    }

    public UserIdentity getUserIdentity() {
        if (identity != null) {
            return identity;
        }
        Principal principal = new UserPrincipal(name, null);
        Subject subject = new Subject();
        subject.getPrincipals().add(principal);
        for (String role : roles) {
            new RolePrincipal(role).configureForSubject(subject);
        }
        return UserIdentity.from(subject, principal, roles);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "{" + authenticationType + "," + name + "}";
    }
}
