package org.eclipse.jetty.security.jaas;

/** A role that a login module gives. Immutable. */
public class JAASRole extends JAASPrincipal {
    private static final long serialVersionUID = 1L;

    public JAASRole(String name) {
        super(name);
    }
}
