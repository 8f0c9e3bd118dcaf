package org.eclipse.jetty.security.jwt.internal;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.impl.CriticalHeaderParamsDeferral;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Set;

/** Verifies signatures of Ed25519 (RFC 8037) by the JDK; that of Nimbus needs another library. Thread-safe. */
final class Ed25519Verifier implements JWSVerifier {
    private static final int BYTES = 32;

    private final JCAContext context = new JCAContext();
    private final CriticalHeaderParamsDeferral critical = new CriticalHeaderParamsDeferral();
    private final PublicKey key;

    Ed25519Verifier(OctetKeyPair pair) throws GeneralSecurityException {
        byte[] little = pair.getDecodedX();
        if (little.length != BYTES) {
            throw new GeneralSecurityException("key of Ed25519: " + little.length + " bytes (expected: 32)");
        }
        // little-endian, the highest bit is that of x (RFC 8032, section 5.1.2)
        byte[] big = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            big[i] = little[BYTES - 1 - i];
        }
        boolean odd = (big[0] & 0x80) != 0;
        big[0] &= 0x7F;
        key = KeyFactory.getInstance("Ed25519")
                .generatePublic(
                        new EdECPublicKeySpec(NamedParameterSpec.ED25519, new EdECPoint(odd, new BigInteger(1, big))));
    }

    @Override
    public boolean verify(JWSHeader header, byte[] signed, Base64URL signature) {
        if (!critical.headerPasses(header)) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(signature.decode());
        } catch (SignatureException x) {
            return false;
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }

    @Override
    public Set<JWSAlgorithm> supportedJWSAlgorithms() {
        return Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);
    }

    @Override
    public JCAContext getJCAContext() {
        return context;
    }
}
