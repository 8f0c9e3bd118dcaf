package org.eclipse.jetty.security.jwt.internal;

import org.jspecify.annotations.Nullable;

/**
 * What a DPoP proof shows: that the client has a key. Immutable.
 *
 * @param thumbprint of the key (RFC 7638), in Base64 for URIs
 * @param id the claim {@code jti}
 * @param nonce that of the server, if there is one
 */
public record DpopProof(
        String thumbprint, String id, @Nullable String nonce) {}
