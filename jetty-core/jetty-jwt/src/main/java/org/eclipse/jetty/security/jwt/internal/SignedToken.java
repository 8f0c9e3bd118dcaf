package org.eclipse.jetty.security.jwt.internal;

import com.nimbusds.jose.JWSObject;
import java.text.ParseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A token with a signature (RFC 7515, compact serialization), which is not verified yet: anybody can make one. Immutable. */
public record SignedToken(JWSObject object) {
    private static final int MAX_LENGTH = 64 * 1024;
    private static final int ENCRYPTED_PARTS = 5;

    /**
     * Reads a token.
     *
     * @throws InvalidTokenException if it is too long, not signed, encrypted, nested, or needs an extension (RFC 7515, section 4.1.11)
     */
    public static SignedToken parse(String token) throws InvalidTokenException {
        if (token.length() > MAX_LENGTH) {
            throw new InvalidTokenException(
                    "token: " + token.length() + " characters (expected: at most " + MAX_LENGTH + ")");
        }
        if (token.chars().filter(c -> c == '.').count() == ENCRYPTED_PARTS - 1) {
            throw new InvalidTokenException("token is encrypted (expected: a signed token)");
        }
        JWSObject signed;
        try {
            signed = JWSObject.parse(token);
        } catch (ParseException | RuntimeException x) {
            // of any type, as the text is a stranger's; without the cause, which may quote the token
            throw new InvalidTokenException("token is not a signed token");
        }
        if (signed.getHeader().getCriticalParams() != null
                && !signed.getHeader().getCriticalParams().isEmpty()) {
            throw new InvalidTokenException("critical header parameters: "
                    + LogText.of(signed.getHeader().getCriticalParams().toString()) + " (expected: none)");
        }
        if (!signed.getHeader().isBase64URLEncodePayload()) {
            // RFC 7797, section 7
            throw new InvalidTokenException("content of the token is not encoded");
        }
        String contentType = signed.getHeader().getContentType();
        if (contentType != null && "JWT".equalsIgnoreCase(ClaimRules.shortType(contentType))) {
            throw new InvalidTokenException("token is nested (expected: claims in it)");
        }
        return new SignedToken(signed);
    }

    /** The type of the header, if there is one. */
    public @Nullable String type() {
        return object.getHeader().getType() == null
                ? null
                : object.getHeader().getType().getType();
    }

    public Map<String, Object> claims() throws InvalidTokenException {
        return Claims.parse(object.getPayload().toString(), "the content of the token");
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "token of algorithm "
                + LogText.of(object.getHeader().getAlgorithm().getName());
    }
}
