package org.eclipse.jetty.security.jwt.internal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The private key of a client, with the algorithm of its signatures: RS256 for RSA keys, ES256, ES384 or ES512 for those of
 * elliptic curves. Immutable.
 *
 * @param id the id of the key at the provider, if there is one
 */
public record SigningKey(PrivateKey key, @Nullable String id, JWSAlgorithm algorithm, JWSSigner signer) {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    public static SigningKey of(PrivateKey key, @Nullable String id) {
        try {
            if (key instanceof ECPrivateKey ec) {
                ECDSASigner signer = new ECDSASigner(ec);
                return new SigningKey(
                        key, id, signer.supportedJWSAlgorithms().iterator().next(), signer);
            }
            if ("RSA".equals(key.getAlgorithm())) {
                return new SigningKey(key, id, JWSAlgorithm.RS256, new RSASSASigner(key));
            }
        } catch (JOSEException | IllegalArgumentException x) {
            throw new IllegalArgumentException("private key of a client: " + x.getMessage(), x);
        }
        throw new IllegalArgumentException("private key of a client: " + key.getAlgorithm() + " (expected: RSA or EC)");
    }

    /** Returns a file, null for none, that can be read. */
    public static @Nullable String checkFile(@Nullable String file) {
        if (file != null && !Files.isReadable(Path.of(file))) {
            throw new IllegalArgumentException(
                    "private key of a client: " + file + " (expected: a file that can be read)");
        }
        return file;
    }

    /**
     * Reads a key in PEM, of PKCS #8 (RFC 7468, section 10), as openssl genpkey writes it.
     *
     * @param file the file, if there is one
     * @return null if there is no file
     */
    public static @Nullable SigningKey read(@Nullable String file, @Nullable String id) throws IOException {
        if (file == null) {
            return null;
        }
        String text = Files.readString(Path.of(file), StandardCharsets.US_ASCII);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file + ": no private key in PEM (expected: " + BEGIN + ")");
        }
        byte[] der;
        try {
            der = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
        } catch (IllegalArgumentException x) {
            throw new IOException(file + ": the private key is not in Base64", x);
        }
        for (String algorithm : List.of("RSA", "EC")) {
            try {
                return of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der)), id);
            } catch (GeneralSecurityException x) {
                // of another algorithm
                continue;
            }
        }
        throw new IOException(file + ": the private key is of an unknown algorithm (expected: RSA or EC)");
    }

    /** Without the key. */
    @Override
    public String toString() {
        return algorithm + " key " + id;
    }
}
