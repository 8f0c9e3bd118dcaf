package org.eclipse.jetty.ee10.security.jaspi;

import java.security.Principal;
import java.util.HashSet;
import java.util.Set;
import javax.security.auth.Subject;
import org.eclipse.jetty.security.UserIdentity;
import org.jspecify.annotations.Nullable;

/**
 * A caller that an authentication module has authenticated.
 *
 * @param validated the user of the login service whose password was right; null for none
 */
record ModuleIdentity(
        Subject getSubject,
        @Nullable Principal getUserPrincipal,
        Set<String> groups,
        @Nullable UserIdentity validated) implements UserIdentity {
    @Override
    public boolean isUserInRole(@Nullable String role) {
        return role != null && (groups.contains(role) || validated != null && validated.isUserInRole(role));
    }

    /** The roles that are known by name. */
    Set<String> roles() {
        Set<String> roles = new HashSet<>(groups);
        if (validated instanceof UserIdentity.RoleIdentity known) {
            roles.addAll(known.roles());
        }
        return roles;
    }
}
