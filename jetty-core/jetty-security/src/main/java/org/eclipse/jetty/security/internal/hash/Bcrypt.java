package org.eclipse.jetty.security.internal.hash;

import java.nio.charset.StandardCharsets;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.CredentialProvider;
import org.jspecify.annotations.Nullable;

/** bcrypt as {@code $2b$<cost>$<salt and hash>}, and the variants 2a and 2y, which {@code htpasswd -B} writes. Thread-safe. */
public final class Bcrypt implements CredentialProvider {
    private static final int COST = 12;
    private static final int SALT_LENGTH = 16;

    /** What follows in a secret does not count. */
    private static final int MAX_SECRET = 72;

    /** Rounds of PBKDF2 that take as long as one round, roughly. */
    private static final int ROUND_COST = 150;

    @Override
    public String getPrefix() {
        return "$2";
    }

    @Override
    public @Nullable Credential getCredential(String text) {
        if (!text.matches("\\$2[aby]\\$\\d\\d\\$.*")) {
            return null;
        }
        HashCredential.requireLibrary("bcrypt");
        return new Hash(text);
    }

    /** Null for secrets of more than 72 bytes, of which bcrypt would ignore the rest. */
    @Override
    public @Nullable String digest(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        return !HashCredential.hasLibrary() || bytes.length > MAX_SECRET
                ? null
                : OpenBSDBCrypt.generate("2b", bytes, Hash.salt(), COST);
    }

    private static final class Hash extends HashCredential {
        private static final long serialVersionUID = 1;

        private final String hash;
        private final int cost;

        private Hash(String text) {
            super(text);
            cost = Integer.parseInt(text.substring(4, 6));
            if (cost < 4 || cost > 20 || !text.substring(7).matches("[./A-Za-z0-9]{53}")) {
                throw PhcText.malformed(
                        "bcrypt", "cost " + cost, "$2b$, a cost from 04 to 20, $ and 53 characters", null);
            }
            hash = text;
            checkCost();
        }

        private static byte[] salt() {
            return randomBytes(SALT_LENGTH);
        }

        @Override
        boolean derivesHash(String secret) {
            return OpenBSDBCrypt.checkPassword(hash, secret.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public long getCost() {
            return (1L << cost) * ROUND_COST;
        }
    }
}
