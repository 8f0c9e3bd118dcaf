package org.eclipse.jetty.acme.internal;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** Makes and reads pairs of keys. Stateless. */
public final class Keys {
    private static final int RSA_BITS = 2048;

    private Keys() {}

    /** @param type {@code EC} (P-256) or {@code RSA} (2048 bits) */
    public static KeyPair create(String type) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
        if (type.equals("EC")) {
            generator.initialize(new ECGenParameterSpec("secp256r1"));
        } else {
            generator.initialize(RSA_BITS);
        }
        return generator.generateKeyPair();
    }

    /** Reads a pair of EC keys from text with a private key (PKCS #8) and its public key. */
    public static KeyPair parse(String pem) throws GeneralSecurityException {
        KeyFactory factory = KeyFactory.getInstance("EC");
        return new KeyPair(
                factory.generatePublic(new X509EncodedKeySpec(content(pem, "PUBLIC KEY"))),
                factory.generatePrivate(new PKCS8EncodedKeySpec(content(pem, "PRIVATE KEY"))));
    }

    private static byte[] content(String pem, String label) throws InvalidKeyException {
        String begin = "-----BEGIN " + label + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf("-----END " + label + "-----");
        if (from < 0 || to < from) {
            throw new InvalidKeyException("no " + label);
        }
        return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
    }
}
