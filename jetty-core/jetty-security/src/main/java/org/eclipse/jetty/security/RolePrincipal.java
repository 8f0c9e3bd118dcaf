package org.eclipse.jetty.security;

import java.io.Serializable;
import java.security.Principal;
import javax.security.auth.Subject;

/** A role. Immutable. */
public class RolePrincipal implements Principal, Serializable {
    private static final long serialVersionUID = 1L;

    private final String roleName;

    public RolePrincipal(String name) {
        roleName = name;
    }

    @Override
    public String getName() {
        return roleName;
    }

    public void configureForSubject(Subject subject) {
        subject.getPrincipals().add(this);
    }

    @Override
    public String toString() {
        return roleName;
    }
}
