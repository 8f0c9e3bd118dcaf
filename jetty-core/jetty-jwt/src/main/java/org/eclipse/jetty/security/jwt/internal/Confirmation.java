package org.eclipse.jetty.security.jwt.internal;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Map;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Digests;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the client has the key that its access token is bound to, as the claim {@code cnf} says (RFC 7800, section 3.1): by a DPoP proof
 * (RFC 9449, section 6), or by the certificate of its connection (RFC 8705, section 3).
 */
public final class Confirmation {
    /** The member of the thumbprint of a key. */
    static final String KEY = "jkt";

    private static final String CERTIFICATE = "x5t#S256";

    private Confirmation() {}

    /** Whether a token is bound to a key by its thumbprint. */
    static boolean isKeyBound(Map<String, Object> claims) {
        return claims.get("cnf") instanceof Map<?, ?> confirmation && confirmation.containsKey(KEY);
    }

    /**
     * Checks a token.
     *
     * @param proof that of the request, if there is one
     * @param request null where there is none
     */
    public static void check(Map<String, Object> claims, @Nullable DpopProof proof, @Nullable Request request)
            throws InvalidTokenException {
        Object confirmation = claims.get("cnf");
        if (confirmation == null && proof == null) {
            return;
        }
        if (confirmation != null && !(confirmation instanceof Map<?, ?>)) {
            throw new InvalidTokenException("claim cnf is not an object");
        }
        Map<?, ?> members = confirmation == null ? Map.of() : (Map<?, ?>) confirmation;
        Object key = members.get(KEY);
        Object certificate = members.get(CERTIFICATE);
        if (proof != null && !proof.thumbprint().equals(key)) {
            throw new InvalidTokenException("the token is not bound to the key of the proof");
        }
        if (proof == null && members.containsKey(KEY)) {
            throw new InvalidTokenException("the token is bound to a key of the client (expected: a DPoP proof)");
        }
        if (members.containsKey(CERTIFICATE) && !thumbprint(request).equals(certificate)) {
            throw new InvalidTokenException(
                    "the token is bound to a key of the client (expected: a connection with its certificate)");
        }
        if (!members.containsKey(KEY) && !members.containsKey(CERTIFICATE)) {
            throw new InvalidTokenException("the token is bound to a key of the client in a way that is unknown: "
                    + LogText.of(members.keySet().toString()));
        }
    }

    /** The thumbprint of the client's certificate; empty if it has none. */
    private static String thumbprint(@Nullable Request request) throws InvalidTokenException {
        X509Certificate[] certificates = request != null
                        && request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE)
                                instanceof EndPoint.SslSessionData data
                ? data.peerCertificates()
                : null;
        if (certificates == null || certificates.length == 0) {
            return "";
        }
        try {
            return Digests.sha256Base64Url(certificates[0].getEncoded());
        } catch (CertificateEncodingException x) {
            throw new InvalidTokenException("the certificate of the client cannot be encoded");
        }
    }
}
