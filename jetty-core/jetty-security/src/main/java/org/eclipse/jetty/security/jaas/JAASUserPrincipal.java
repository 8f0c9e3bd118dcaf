package org.eclipse.jetty.security.jaas;

import java.security.Principal;
import javax.security.auth.Subject;
import javax.security.auth.login.LoginContext;
import org.jspecify.annotations.Nullable;

/** A user that was logged in by login modules. Immutable. */
public class JAASUserPrincipal implements Principal {
    private final @Nullable String name;
    private final Subject subject;
    private final @Nullable LoginContext loginContext;

    /**
     * @param name null if the login modules did not need one
     * @param loginContext null if the user was restored from a session
     */
    public JAASUserPrincipal(@Nullable String name, Subject subject, @Nullable LoginContext loginContext) {
        this.name = name;
        this.subject = subject;
        this.loginContext = loginContext;
    }

    @Override
    public @Nullable String getName() {
        return name;
    }

    public Subject getSubject() {
        return subject;
    }

    @Nullable
    LoginContext getLoginContext() {
        return loginContext;
    }

    @Override
    public String toString() {
        return String.valueOf(name);
    }
}
