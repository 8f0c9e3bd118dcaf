package org.eclipse.jetty.security;

import java.security.Principal;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/** Makes identities, and associates them with threads for those who want to know. Thread-safe. */
public interface IdentityService {
    /** Associates an identity, and a role that it runs as, with the current thread; null for none. */
    Association associate(@Nullable UserIdentity user, @Nullable RunAsToken runAsToken);

    void onLogout(UserIdentity user);

    UserIdentity newUserIdentity(Subject subject, Principal userPrincipal, String[] roles);

    /** Makes what has a thread run as a role; null stands for no role, in place of that of the caller. */
    @Nullable
    RunAsToken newRunAsToken(@Nullable String roleName);

    /** The identity of what the server does by itself; null if it has none. */
    @Nullable
    UserIdentity getSystemUserIdentity();

    /** Ends an association. */
    interface Association extends AutoCloseable {
        @Override
        void close();
    }

    /** A role to run as. */
    interface RunAsToken {}
}
