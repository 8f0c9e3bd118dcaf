package org.eclipse.jetty.security;

import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** A user that a ticket of Kerberos names. Immutable. */
public class SPNEGOUserPrincipal implements Principal {
    private final String name;
    private final @Nullable String encodedToken;

    /** @param encodedToken the token, in Base64, by which the server proves itself to the client; null for none */
    public SPNEGOUserPrincipal(String name, @Nullable String encodedToken) {
        this.name = name;
        this.encodedToken = encodedToken;
    }

    /** The name with the realm, as {@code anna@EXAMPLE.ORG}. */
    @Override
    public String getName() {
        return name;
    }

    public @Nullable String getEncodedToken() {
        return encodedToken;
    }

    @Override
    public String toString() {
        return name;
    }
}
