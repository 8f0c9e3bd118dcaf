package org.eclipse.jetty.tests;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;

/** The key of an issuer of access tokens. Immutable. */
final class TokenKey {
    private final KeyPair pair;

    TokenKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        pair = generator.generateKeyPair();
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String number(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return encode(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    /** The set of public keys (RFC 7517, section 5). */
    String set() {
        RSAPublicKey key = (RSAPublicKey) pair.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"kid\":\"k\",\"n\":\"" + number(key.getModulus())
                + "\",\"e\":\"" + number(key.getPublicExponent()) + "\"}]}";
    }

    /** A token (RFC 9068) that is good for a minute. */
    String token(String issuer, String audience, String subject, String more) throws GeneralSecurityException {
        long now = System.currentTimeMillis() / 1000;
        String signed =
                encode("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"k\"}".getBytes(StandardCharsets.UTF_8)) + "."
                        + encode(("{\"iss\":\"" + issuer + "\",\"aud\":\"" + audience + "\",\"sub\":\"" + subject
                                        + "\",\"iat\":" + now + ",\"exp\":" + (now + 60) + "," + more + "}")
                                .getBytes(StandardCharsets.UTF_8));
        Signature signer = Signature.getInstance("SHA256withRSA");
        signer.initSign(pair.getPrivate());
        signer.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + encode(signer.sign());
    }
}
