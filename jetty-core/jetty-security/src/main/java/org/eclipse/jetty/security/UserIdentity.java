package org.eclipse.jetty.security;

import java.security.Principal;
import java.util.Set;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/** An authenticated user and its roles. Immutable. */
public interface UserIdentity {
    Subject getSubject();

    Principal getUserPrincipal();

    boolean isUserInRole(String role);

    static UserIdentity from(Subject subject, Principal userPrincipal, String @Nullable ... roles) {
        return new RoleIdentity(subject, userPrincipal, roles == null ? Set.of() : Set.of(roles));
    }

    /** The plain holder. */
    record RoleIdentity(Subject getSubject, Principal getUserPrincipal, Set<String> roles) implements UserIdentity {
        @Override
        public boolean isUserInRole(@Nullable String role) {
            return role != null && roles.contains(role);
        }
    }
}
