package org.eclipse.jetty.security.jwt.internal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Digests;
import org.jspecify.annotations.Nullable;

/**
 * Checks DPoP proofs, by which clients show that they have the key that their access token is bound to (RFC 9449, section 4.3). Thread-safe.
 *
 * <p>The URI of the request is that which the customizers of the connector left, so that proofs name what clients know of a server whose
 * trusted proxies say so. Its path may be that which the client has asked for, too, where handlers have rewritten it.
 */
public final class DpopProofs {
    /** The field of the proof. */
    public static final String FIELD = "DPoP";

    private static final List<String> TYPES = List.of("dpop+jwt");
    private static final int MAX_RSA_BITS = 4096;
    private static final int MAX_EXPONENT_BITS = 32;
    private static final int MAX_ID = 255;

    private final List<String> algorithms;
    private final long window;
    private final @Nullable ProofNonces nonces;
    private final ProofReplays replays;
    private final Clock clock;

    /**
     * @param algorithms those of {@link TokenVerifier#ALGORITHMS} that are allowed
     * @param window the seconds by which the time of a proof may differ from that of this server
     * @param nonceRequired whether proofs need a nonce of this server
     * @param max the most proofs that are remembered, against replay
     */
    public DpopProofs(List<String> algorithms, long window, boolean nonceRequired, int max, Clock clock) {
        this.algorithms = algorithms;
        this.window = window;
        this.nonces = nonceRequired ? new ProofNonces() : null;
        // a proof may be of the future, and is good until its time is over
        this.replays = new ProofReplays(max, 2 * window + 1);
        this.clock = clock;
    }

    /** The names of the algorithms, as the parameter {@code algs} of challenges has them. */
    public String algorithms() {
        return String.join(" ", algorithms);
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    /**
     * Checks the proof of a request.
     *
     * @param token the access token that comes with it
     */
    public DpopProof check(Request request, String token) throws InvalidProofException {
        List<String> fields = request.getHeaders().getValuesList(FIELD);
        if (fields.size() != 1) {
            throw new InvalidProofException("DPoP fields: " + fields.size() + " (expected: 1)");
        }
        try {
            return check(SignedToken.parse(fields.get(0).trim()), request, token);
        } catch (InvalidProofException x) {
            throw x;
        } catch (InvalidTokenException x) {
            throw new InvalidProofException("the DPoP proof: " + x.getMessage());
        }
    }

    private DpopProof check(SignedToken proof, Request request, String token) throws InvalidTokenException {
        String thumbprint = verify(proof);
        Map<String, Object> claims = proof.claims();
        String method = ClaimRules.require(claims, "htm");
        if (!request.getMethod().equals(method)) {
            throw new InvalidProofException(
                    "claim htm of the proof: " + LogText.of(method) + " (expected: " + request.getMethod() + ")");
        }
        TargetUri named = TargetUri.parse(ClaimRules.require(claims, "htu"));
        TargetUri actual = target(request, request.getHttpURI().getPath());
        // the client has asked for this one, where it was rewritten
        String asked = Request.unWrap(request).getHttpURI().getPath();
        if (!named.equals(actual) && !named.equals(target(request, asked))) {
            throw new InvalidProofException("claim htu of the proof: " + LogText.of(named.toString()) + " (expected: "
                    + LogText.of(actual.toString()) + ")");
        }
        if (!Digests.sha256Base64Url(token).equals(ClaimRules.require(claims, "ath"))) {
            throw new InvalidProofException("claim ath of the proof is not the hash of the access token");
        }
        String id = ClaimRules.require(claims, "jti");
        if (id.length() > MAX_ID) {
            throw new InvalidProofException("claim jti of the proof is longer than " + MAX_ID + " characters");
        }
        String nonce = Claims.string(claims, "nonce");
        checkTime(claims, nonce);
        return new DpopProof(thumbprint, id, nonce);
    }

    /** The nonce first: a client whose clock is wrong learns of it by one. */
    private void checkTime(Map<String, Object> claims, @Nullable String nonce) throws InvalidTokenException {
        long now = now();
        if (nonces != null && (nonce == null || !nonces.isValid(nonce, now))) {
            throw new InvalidProofException(
                    nonce == null ? "the proof has no nonce" : "the nonce of the proof is old, or of another server",
                    true);
        }
        Long issued = Claims.seconds(claims, "iat");
        if (issued == null) {
            throw new InvalidProofException("claim iat of the proof is missing");
        }
        if (Math.abs(now - issued) > window) {
            throw new InvalidProofException(
                    "the proof is " + (now - issued) + " s old (expected: -" + window + " to " + window + ")");
        }
    }

    /** Verifies the signature by the key in the header; returns the thumbprint of the key. */
    private String verify(SignedToken proof) throws InvalidTokenException {
        JWSHeader header = proof.object().getHeader();
        ClaimRules.checkType(proof.type(), TYPES, false);
        if (!algorithms.contains(header.getAlgorithm().getName())) {
            throw new InvalidProofException("algorithm of the proof: "
                    + LogText.of(header.getAlgorithm().getName()) + " (expected: one of " + algorithms + ")");
        }
        JWK key = header.getJWK();
        if (key == null || key.isPrivate()) {
            throw new InvalidProofException("the proof has " + (key == null ? "no" : "a private") + " key");
        }
        if (key instanceof RSAKey rsa) {
            checkCost(rsa);
        }
        if (!TokenVerifier.isSignedBy(proof.object(), key)) {
            throw new InvalidProofException("the signature of the proof is wrong");
        }
        try {
            return key.computeThumbprint().toString();
        } catch (JOSEException x) {
            throw new InvalidProofException("the key of the proof has no thumbprint");
        }
    }

    /** The sender chooses the key: neither one that is weak, nor one by which a signature takes long to verify. */
    private static void checkCost(RSAKey key) throws InvalidProofException {
        if (key.size() < JwkCache.MIN_RSA_BITS || key.size() > MAX_RSA_BITS) {
            throw new InvalidProofException("key of the proof: " + key.size() + " bits (expected: "
                    + JwkCache.MIN_RSA_BITS + " to " + MAX_RSA_BITS + ")");
        }
        int exponent = key.getPublicExponent().decodeToBigInteger().bitLength();
        if (exponent > MAX_EXPONENT_BITS) {
            throw new InvalidProofException("exponent of the key of the proof: " + exponent + " bits (expected: up to "
                    + MAX_EXPONENT_BITS + ")");
        }
    }

    private static TargetUri target(Request request, @Nullable String path) throws InvalidProofException {
        HttpURI uri = request.getHttpURI();
        String host = Request.getServerName(request);
        if (host == null) {
            throw new InvalidProofException("the request names no host");
        }
        return TargetUri.of(
                uri.getScheme() == null ? "http" : uri.getScheme(), host, Request.getServerPort(request), path);
    }

    /**
     * Uses a proof once.
     *
     * @param owner the user whose token came with it
     * @throws InvalidProofException if it was used before
     * @throws IOException if too many proofs are remembered
     */
    public void use(DpopProof proof, String owner) throws InvalidProofException, IOException {
        if (!replays.use(proof, owner, now())) {
            throw new InvalidProofException("the proof was used before");
        }
    }

    /**
     * The nonce that a response is to bring.
     *
     * @param used that of the request, if there is one
     * @return null if the client needs no other one
     */
    public @Nullable String nextNonce(@Nullable String used) {
        if (nonces == null || used != null && !nonces.isOld(used, now())) {
            return null;
        }
        return nonces.next(now());
    }
}
