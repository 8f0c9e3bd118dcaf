package org.eclipse.jetty.security.internal.hash;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.CredentialProvider;
import org.jspecify.annotations.Nullable;

/** Argon2 (RFC 9106) as {@code $argon2id$v=19$m=<KiB>,t=<passes>,p=<lanes>$salt$hash}, and argon2i and argon2d. Thread-safe. */
public final class Argon2 implements CredentialProvider {
    private static final String EXPECTED = "$argon2id$v=19$m=19456,t=2,p=1$salt$hash";
    private static final Settings SETTINGS =
            new Settings(Argon2Parameters.ARGON2_id, Argon2Parameters.ARGON2_VERSION_13, 19_456, 2, 1);
    private static final int SALT_LENGTH = 16;
    private static final int LENGTH = 32;

    /** A gibibyte, more than which no server spends for a login. */
    private static final int MAX_MEMORY = 1 << 18;

    /** Rounds of PBKDF2 that take as long as a KiB in a pass, roughly. */
    private static final double COST = 2.8;

    @Override
    public String getPrefix() {
        return "$argon2";
    }

    @Override
    public @Nullable Credential getCredential(String text) {
        if (!text.matches("\\$argon2(id|i|d)\\$.*")) {
            return null;
        }
        HashCredential.requireLibrary("Argon2");
        return new Hash(text);
    }

    @Override
    public @Nullable String digest(String secret) {
        if (!HashCredential.hasLibrary()) {
            return null;
        }
        byte[] salt = Hash.salt();
        byte[] hash = SETTINGS.derive(secret, salt, LENGTH);
        return "$argon2id$v=19$m=" + SETTINGS.memory() + ",t=" + SETTINGS.passes() + ",p=" + SETTINGS.lanes() + "$"
                + PhcText.encode(salt) + "$" + PhcText.encode(hash);
    }

    /** How a hash is derived; the memory is in KiB. */
    private record Settings(int type, int version, int memory, int passes, int lanes) implements Serializable {
        private byte[] derive(String secret, byte[] salt, int length) {
            Argon2BytesGenerator generator = new Argon2BytesGenerator();
            generator.init(new Argon2Parameters.Builder(type)
                    .withVersion(version)
                    .withMemoryAsKB(memory)
                    .withIterations(passes)
                    .withParallelism(lanes)
                    .withSalt(salt)
                    .build());
            byte[] hash = new byte[length];
            generator.generateBytes(secret.getBytes(StandardCharsets.UTF_8), hash);
            return hash;
        }
    }

    private static final class Hash extends HashCredential {
        private static final long serialVersionUID = 1;

        private final Settings settings;
        private final byte[] salt;
        private final byte[] hash;

        private Hash(String text) {
            super(text);
            PhcText phc = PhcText.parse(text, EXPECTED);
            int type =
                    switch (phc.id()) {
                        case "argon2d" -> Argon2Parameters.ARGON2_d;
                        case "argon2i" -> Argon2Parameters.ARGON2_i;
                        default -> Argon2Parameters.ARGON2_id;
                    };
            // the first version did not write its number
            int version = phc.settings().containsKey("v")
                    ? phc.get("v", 16, 19, EXPECTED)
                    : Argon2Parameters.ARGON2_VERSION_10;
            int lanes = phc.get("p", 1, 255, EXPECTED);
            int memory = phc.get("m", 8 * lanes, MAX_MEMORY, EXPECTED);
            settings = new Settings(type, version, memory, phc.get("t", 1, 1000, EXPECTED), lanes);
            salt = phc.salt();
            hash = phc.hash();
            checkCost();
        }

        private static byte[] salt() {
            return randomBytes(SALT_LENGTH);
        }

        @Override
        boolean derivesHash(String secret) {
            return MessageDigest.isEqual(hash, settings.derive(secret, salt, hash.length));
        }

        @Override
        public long getCost() {
            return (long) (COST * settings.memory() * settings.passes());
        }
    }
}
