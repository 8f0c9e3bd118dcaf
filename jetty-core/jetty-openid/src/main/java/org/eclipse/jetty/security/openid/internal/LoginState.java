package org.eclipse.jetty.security.openid.internal;

import java.io.Serializable;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a login while the user is at the provider. Immutable.
 *
 * @param provider the provider and the client, so that no other provider can end the login
 * @param redirectUri the URI that the provider sends the user back to
 * @param uri the URI of the request that needed the login
 * @param method its method
 * @param form its form, encoded, if there is one
 * @param created milliseconds since 1970
 */
public record LoginState(
        String provider,
        String nonce,
        String verifier,
        String redirectUri,
        String uri,
        String method,
        @Nullable String form,
        long created)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Without secrets. */
    @Override
    public String toString() {
        return "login for " + method + " " + LogText.of(uri);
    }
}
