package org.eclipse.jetty.security;

import java.security.Principal;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/** Associates only the roles that threads run as. Thread-safe. */
public class DefaultIdentityService implements IdentityService {
    private static final ThreadLocal<String> RUN_AS = new ThreadLocal<>();
    private static final Association NOTHING = () -> {};

    /** Whether the current thread runs as a role. */
    public static boolean isRoleAssociated(@Nullable String role) {
        return role != null && role.equals(RUN_AS.get());
    }

    @Override
    public Association associate(@Nullable UserIdentity user, @Nullable RunAsToken runAsToken) {
        if (!(runAsToken instanceof RunAs runAs)) {
            return NOTHING;
        }
        String old = RUN_AS.get();
        RUN_AS.set(runAs.role());
        return () -> {
            if (old == null) {
                RUN_AS.remove();
            } else {
                RUN_AS.set(old);
            }
        };
    }

    @Override
    public void onLogout(UserIdentity user) {
        // nothing is associated with users
    }

    @Override
    public RunAsToken newRunAsToken(@Nullable String roleName) {
        return new RunAs(roleName);
    }

    @Override
    public @Nullable UserIdentity getSystemUserIdentity() {
        return null;
    }

    @Override
    public UserIdentity newUserIdentity(Subject subject, Principal userPrincipal, String[] roles) {
        return UserIdentity.from(subject, userPrincipal, roles);
    }

    private record RunAs(@Nullable String role) implements RunAsToken {}
}
