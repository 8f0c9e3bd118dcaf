package org.eclipse.jetty.security.internal.hash;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.bouncycastle.crypto.generators.SCrypt;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.CredentialProvider;
import org.jspecify.annotations.Nullable;

/** scrypt (RFC 7914) as {@code $scrypt$ln=<log N>,r=<block size>,p=<parallel>$salt$hash}. Thread-safe. */
public final class Scrypt implements CredentialProvider {
    private static final String EXPECTED = "$scrypt$ln=15,r=8,p=3$salt$hash";
    private static final int LOG_N = 15;
    private static final int BLOCK_SIZE = 8;
    private static final int PARALLEL = 3;
    private static final int SALT_LENGTH = 16;
    private static final int LENGTH = 32;

    @Override
    public String getPrefix() {
        return "$scrypt$";
    }

    @Override
    public Credential getCredential(String text) {
        HashCredential.requireLibrary("scrypt");
        return new Hash(text);
    }

    @Override
    public @Nullable String digest(String secret) {
        if (!HashCredential.hasLibrary()) {
            return null;
        }
        byte[] salt = Hash.salt();
        byte[] hash = SCrypt.generate(
                secret.getBytes(StandardCharsets.UTF_8), salt, 1 << LOG_N, BLOCK_SIZE, PARALLEL, LENGTH);
        return "$scrypt$ln=" + LOG_N + ",r=" + BLOCK_SIZE + ",p=" + PARALLEL + "$" + PhcText.encode(salt) + "$"
                + PhcText.encode(hash);
    }

    private static final class Hash extends HashCredential {
        private static final long serialVersionUID = 1;

        private final int logN;
        private final int blockSize;
        private final int parallel;
        private final byte[] salt;
        private final byte[] hash;

        private Hash(String text) {
            super(text);
            PhcText phc = PhcText.parse(text, EXPECTED);
            // 128 * N * r bytes: not over a gibibyte
            blockSize = phc.get("r", 1, 64, EXPECTED);
            logN = phc.get("ln", 1, 23 - (32 - Integer.numberOfLeadingZeros(blockSize - 1)), EXPECTED);
            parallel = phc.get("p", 1, 64, EXPECTED);
            salt = phc.salt();
            hash = phc.hash();
            checkCost();
        }

        private static byte[] salt() {
            return randomBytes(SALT_LENGTH);
        }

        @Override
        boolean derivesHash(String secret) {
            return MessageDigest.isEqual(
                    hash,
                    SCrypt.generate(
                            secret.getBytes(StandardCharsets.UTF_8),
                            salt,
                            1 << logN,
                            blockSize,
                            parallel,
                            hash.length));
        }

        /** Two blocks take about as long as a round of PBKDF2. */
        @Override
        public long getCost() {
            return (1L << logN) * blockSize * parallel / 2;
        }
    }
}
