package org.eclipse.jetty.security.openid;

import java.io.Serializable;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** A user who has logged in at an OpenID Connect provider. Immutable. */
public class OpenIdUserPrincipal implements Principal, Serializable {
    private static final long serialVersionUID = 1L;

    private final OpenIdCredentials credentials;
    private final @Nullable String name;

    /** A user whose name is the claim {@code sub}. */
    public OpenIdUserPrincipal(OpenIdCredentials credentials) {
        this(credentials, credentials.getUserId());
    }

    OpenIdUserPrincipal(OpenIdCredentials credentials, @Nullable String name) {
        this.credentials = credentials;
        this.name = name;
    }

    /** Returns the claims and tokens of the user. */
    public OpenIdCredentials getCredentials() {
        return credentials;
    }

    /** The name; null if the credentials have no claim for it. */
    @Override
    public @Nullable String getName() {
        return name;
    }

    @Override
    public String toString() {
        return String.valueOf(name);
    }
}
