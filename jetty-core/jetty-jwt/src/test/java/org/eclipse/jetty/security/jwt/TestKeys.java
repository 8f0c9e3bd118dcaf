package org.eclipse.jetty.security.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.util.Map;

/** Keys and signatures for tests. */
public final class TestKeys {
    private TestKeys() {}

    public static RSAKey newKey(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).keyUse(KeyUse.SIGNATURE).generate();
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
    }

    public static String sign(JWSHeader header, JWSSigner signer, Map<String, Object> claims) {
        JWSObject signed = new JWSObject(header, new Payload(claims));
        try {
            signed.sign(signer);
        } catch (JOSEException x) {
            throw new IllegalStateException(x);
        }
        return signed.serialize();
    }
}
