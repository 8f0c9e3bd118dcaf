package org.eclipse.jetty.keystore;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.ZonedDateTime;

/** Makes an X.509 certificate of version 3 (RFC 5280, section 4.1) for {@code localhost}, signed by its own key. Thread-safe. */
final class SelfSignedCertificate {
    private static final String SHA256_WITH_RSA = "1.2.840.113549.1.1.11";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ORGANIZATION = "2.5.4.10";
    private static final String SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;
    private static final byte[] NULL = {5, 0};

    private SelfSignedCertificate() {}

    /** @param keys of RSA */
    static X509Certificate create(KeyPair keys, ZonedDateTime from, ZonedDateTime to) throws GeneralSecurityException {
        byte[] algorithm = Der.sequence(Der.identifier(SHA256_WITH_RSA), NULL);
        byte[] name = Der.sequence(
                Der.set(Der.sequence(Der.identifier(ORGANIZATION), Der.text("Test, not for production"))),
                Der.set(Der.sequence(Der.identifier(COMMON_NAME), Der.text("localhost"))));
        byte[] signed = Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(120, new SecureRandom()).setBit(119)),
                algorithm,
                name,
                Der.sequence(Der.time(from), Der.time(to)),
                name,
                keys.getPublic().getEncoded(),
                Der.explicit(3, extensions()));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.getPrivate());
        signature.update(signed);
        byte[] certificate = Der.sequence(signed, algorithm, Der.bits(0, signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
    }

    private static byte[] extensions() {
        byte[] names = Der.sequence(
                Der.implicit(DNS_NAME, "localhost".getBytes(StandardCharsets.US_ASCII)),
                Der.implicit(IP_ADDRESS, new byte[] {127, 0, 0, 1}),
                Der.implicit(IP_ADDRESS, new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
        // digital signature and key encipherment
        byte[] usage = Der.bits(5, new byte[] {(byte) 0xa0});
        return Der.sequence(
                extension(SUBJECT_ALTERNATIVE_NAME, false, names),
                extension(BASIC_CONSTRAINTS, true, Der.sequence()),
                extension(KEY_USAGE, true, usage),
                extension(EXTENDED_KEY_USAGE, false, Der.sequence(Der.identifier(SERVER_AUTHENTICATION))));
    }

    private static byte[] extension(String identifier, boolean critical, byte[] value) {
        return critical
                ? Der.sequence(Der.identifier(identifier), Der.bool(true), Der.octets(value))
                : Der.sequence(Der.identifier(identifier), Der.octets(value));
    }
}
