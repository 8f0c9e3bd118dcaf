package org.eclipse.jetty.security.jwt;

import java.util.Objects;

/**
 * A token as a client sent it, the credentials that {@link JwtLoginService} takes. Immutable.
 *
 * @param value the text of the token
 */
public record BearerToken(String value) {
    public BearerToken {
        Objects.requireNonNull(value, "value");
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "bearer token of " + value.length() + " characters";
    }
}
