package org.eclipse.jetty.security.jwt.internal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies signatures of tokens by the keys of a provider.
 *
 * <p>Algorithms are those that the configuration allows, all of them asymmetric; keys are those of the provider, whatever a header
 * names or holds (RFC 8725, sections 3.1 and 3.10). Thread-safe.
 */
public final class TokenVerifier {
    /** The algorithms that can be allowed (RFC 7518, section 3.1; RFC 8037, section 3.1). */
    public static final List<String> ALGORITHMS =
            List.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");

    private final JwkCache keys;
    private final Set<JWSAlgorithm> allowed = new LinkedHashSet<>();

    /** @param algorithms those of {@link #ALGORITHMS} that are allowed */
    public TokenVerifier(JwkCache keys, Collection<String> algorithms) {
        this.keys = keys;
        for (String name : algorithms) {
            allowed.add(JWSAlgorithm.parse(checkAlgorithm(name)));
        }
        if (allowed.isEmpty()) {
            throw new IllegalArgumentException("algorithms of signatures: none (expected: some of " + ALGORITHMS + ")");
        }
    }

    /** Returns a name that can be allowed. */
    public static String checkAlgorithm(String name) {
        if (!ALGORITHMS.contains(name)) {
            throw new IllegalArgumentException(
                    "algorithm of signatures: " + name + " (expected: one of " + ALGORITHMS + ")");
        }
        return name;
    }

    /** A token whose signature is right. Immutable. */
    public record Verified(String algorithm, @Nullable String type, Map<String, Object> claims) {}

    /**
     * Verifies a token.
     *
     * @throws InvalidTokenException if its signature, algorithm or form is not acceptable
     * @throws IOException if the keys of the provider cannot be read
     */
    public Verified verify(String token) throws InvalidTokenException, IOException {
        return verify(SignedToken.parse(token));
    }

    /** As {@link #verify(String)}. */
    public Verified verify(SignedToken token) throws InvalidTokenException, IOException {
        JWSObject signed = token.object();
        JWSAlgorithm algorithm = signed.getHeader().getAlgorithm();
        if (!allowed.contains(algorithm)) {
            throw new InvalidTokenException("algorithm of the signature: " + LogText.of(algorithm.getName())
                    + " (expected: one of " + allowed + ")");
        }
        List<JWK> candidates = keys.find(signed.getHeader());
        if (candidates.isEmpty()) {
            throw new InvalidTokenException("the key of the signature is not one of the provider");
        }
        for (JWK key : candidates) {
            if (isSignedBy(signed, key)) {
                return new Verified(algorithm.getName(), token.type(), token.claims());
            }
        }
        throw new InvalidTokenException("the signature is wrong");
    }

    static boolean isSignedBy(JWSObject signed, JWK key) {
        try {
            return signed.verify(verifier(key));
        } catch (JOSEException | GeneralSecurityException | RuntimeException x) {
            // a key that is none
            return false;
        }
    }

    private static JWSVerifier verifier(JWK key) throws JOSEException, GeneralSecurityException {
        if (key instanceof RSAKey rsa) {
            return new RSASSAVerifier(rsa.toRSAPublicKey());
        }
        if (key instanceof ECKey ec) {
            return new ECDSAVerifier(ec.toECPublicKey());
        }
        if (key instanceof OctetKeyPair pair && Curve.Ed25519.equals(pair.getCurve())) {
            return new Ed25519Verifier(pair);
        }
        throw new GeneralSecurityException("key type: " + key.getKeyType() + " (expected: RSA, EC or Ed25519)");
    }
}
