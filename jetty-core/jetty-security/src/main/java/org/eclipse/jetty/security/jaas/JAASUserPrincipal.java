package org.eclipse.jetty.security.jaas;

import java.security.Principal;
import javax.security.auth.Subject;
import javax.security.auth.login.LoginContext;

/** A user that was logged in by login modules. Immutable. */
public class JAASUserPrincipal implements Principal {
    private final String name;
    private final Subject subject;
    private final LoginContext loginContext;

    public JAASUserPrincipal(String name, Subject subject, LoginContext loginContext) {
        this.name = name;
        this.subject = subject;
        this.loginContext = loginContext;
    }

    @Override
    public String getName() {
        return name;
    }

    public Subject getSubject() {
        return subject;
    }

    LoginContext getLoginContext() {
        return loginContext;
    }

    @Override
    public String toString() {
        return name;
    }
}
