package org.eclipse.jetty.security.openid.internal;

import java.io.Serializable;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.jspecify.annotations.Nullable;

/**
 * The request that is repeated after a login. Immutable.
 *
 * @param form its form, encoded, if there is one
 */
public record SavedRequest(
        String uri, String method, @Nullable String form) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Without the form. */
    @Override
    public String toString() {
        return method + " " + LogText.of(uri);
    }
}
