package org.eclipse.jetty.security;

import java.io.Serializable;
import java.security.Principal;
import javax.security.auth.Subject;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/** A user with a credential. Immutable. */
public class UserPrincipal implements Principal, Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final @Nullable Credential credential;

    /** @param credential null if no credentials are those of the user, as where something else has checked them */
    public UserPrincipal(String name, @Nullable Credential credential) {
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

    @Nullable
    Credential getCredential() {
        return credential;
    }

    /** What a check of credentials costs, see {@link Credential#getCost()}. */
    public long getCost() {
        return credential == null ? 0 : credential.getCost();
    }

    public void configureSubject(@Nullable Subject subject) {
        if (subject != null) {
            subject.getPrincipals().add(this);
            if (credential != null) {
                subject.getPrivateCredentials().add(credential);
            }
        }
    }

    public void deconfigureSubject(@Nullable Subject subject) {
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
