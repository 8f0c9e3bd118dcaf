package org.eclipse.jetty.security;

import java.io.Serializable;
import java.security.Principal;
import javax.security.auth.Subject;
import org.eclipse.jetty.util.security.Credential;

/** A user with a credential. Immutable. */
public class UserPrincipal implements Principal, Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final Credential credential;

    public UserPrincipal(String name, Credential credential) {
        this.name = name;
        this.credential = credential;
    }

    /** Whether credentials are those of this user. */
    public boolean authenticate(Object credentials) {
        return credential != null && credential.check(credentials);
    }

    public boolean authenticate(Credential other) {
        return credential != null && credential.equals(other);
    }

    Credential getCredential() {
        return credential;
    }

    /** What a check of credentials costs, see {@link Credential#getCost()}. */
    public long getCost() {
        return credential == null ? 0 : credential.getCost();
    }

    public void configureSubject(Subject subject) {
        if (subject != null) {
            subject.getPrincipals().add(this);
            if (credential != null) {
                subject.getPrivateCredentials().add(credential);
            }
        }
    }

    public void deconfigureSubject(Subject subject) {
        if (subject != null) {
            subject.getPrincipals().remove(this);
            if (credential != null) {
                subject.getPrivateCredentials().remove(credential);
            }
        }
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
