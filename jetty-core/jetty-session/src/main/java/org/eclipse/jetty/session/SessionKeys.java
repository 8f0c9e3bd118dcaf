package org.eclipse.jetty.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.jetty.util.Digests;

/**
 * Keys that sessions are encrypted with in a store: the first one encrypts, and all of them decrypt.
 *
 * <p>Encrypts by AES-256-GCM (NIST SP 800-38D), each time with a key of its own, which HMAC-SHA-256 derives from the key of the file and
 * 16 random bytes: so the number of sessions that a key encrypts has no limit. The bytes are
 *
 * <pre>
 * 4 bytes    which key: the first ones of its SHA-256
 * 16 bytes   random, which the key of this session is derived from
 * 12 bytes   the random initialisation vector
 * the rest   the session, encrypted, and the tag of 16 bytes
 * </pre>
 *
 * Immutable, thread-safe.
 */
public final class SessionKeys {
    private static final int KEY_BYTES = 32;
    private static final int NAME_BYTES = 4;
    private static final int SALT_BYTES = 16;
    private static final int VECTOR_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final String PLAIN = "plain";
    private static final byte[] PURPOSE = {'s', 'e', 's', 's', 'i', 'o', 'n'};

    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, byte[]> keys = new LinkedHashMap<>();
    private final String origin;
    private final int first;
    private final boolean plainAccepted;

    private SessionKeys(List<byte[]> all, boolean plainAccepted, String origin) {
        for (byte[] key : all) {
            keys.put(name(key), key);
        }
        this.first = keys.keySet().iterator().next();
        this.plainAccepted = plainAccepted;
        this.origin = origin;
    }

    /**
     * Reads keys from a file: each line holds one of 32 bytes, as Base64 (RFC 4648, section 4). Empty lines and those that
     * begin with {@code #} are ignored. A line {@code plain} has sessions read that are not encrypted.
     *
     * @throws IllegalArgumentException if the file cannot be read, a line is no key, or there is none; the message has no key in
     *     it
     */
    public static SessionKeys read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
            PrivateFiles.warnIfReadable(file);
        } catch (IOException x) {
            throw new IllegalArgumentException("keyFile: " + file + " (expected: a file that can be read)", x);
        }
        List<byte[]> keys = new ArrayList<>();
        boolean plain = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).trim();
            if (line.equals(PLAIN)) {
                plain = true;
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                keys.add(key(line, file + ":" + (i + 1)));
            }
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("keyFile: " + file + " has no key (expected: a line of " + KEY_BYTES
                    + " random bytes in Base64, as of: openssl rand -base64 " + KEY_BYTES + ")");
        }
        return new SessionKeys(keys, plain, file.toString());
    }

    private static byte[] key(String line, String where) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(line);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(
                    where + ": not Base64 (expected: " + KEY_BYTES + " bytes, as of: openssl rand -base64 " + KEY_BYTES
                            + ")",
                    x);
        }
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException(where + ": a key of " + key.length + " bytes (expected: " + KEY_BYTES
                    + ", as of: openssl rand -base64 " + KEY_BYTES + ")");
        }
        return key;
    }

    /** Whether sessions are read that are not encrypted, while a store changes over to encryption. */
    boolean isPlainAccepted() {
        return plainAccepted;
    }

    /** @param identity what the bytes are bound to: they are decrypted together with the same one only */
    byte[] encrypt(byte[] plain, byte[] identity) {
        ByteBuffer head = ByteBuffer.allocate(NAME_BYTES + SALT_BYTES + VECTOR_BYTES);
        byte[] salt = random(SALT_BYTES);
        byte[] vector = random(VECTOR_BYTES);
        head.putInt(first).put(salt).put(vector);
        byte[] key = keys.get(first);
        assert key != null : "the first of them";
        try {
            byte[] encrypted =
                    cipher(Cipher.ENCRYPT_MODE, key, salt, vector, identity).doFinal(plain);
            return ByteBuffer.allocate(head.capacity() + encrypted.length)
                    .put(head.array())
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException("AES-GCM is not available", x);
        }
    }

    /** @throws IOException if no key fits, or the bytes were changed or belong to something else */
    byte[] decrypt(byte[] bytes, byte[] identity) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (buffer.remaining() < NAME_BYTES + SALT_BYTES + VECTOR_BYTES) {
            throw new IOException("an encrypted session of " + bytes.length + " bytes only");
        }
        byte[] key = keys.get(buffer.getInt());
        if (key == null) {
            throw new IOException("encrypted with a key that is not in " + origin);
        }
        byte[] salt = new byte[SALT_BYTES];
        byte[] vector = new byte[VECTOR_BYTES];
        buffer.get(salt).get(vector);
        try {
            return cipher(Cipher.DECRYPT_MODE, key, salt, vector, identity)
                    .doFinal(bytes, buffer.position(), buffer.remaining());
        } catch (GeneralSecurityException x) {
            throw new IOException("an encrypted session that was changed, or that is another one's", x);
        }
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Cipher cipher(int mode, byte[] key, byte[] salt, byte[] vector, byte[] identity)
            throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update(PURPOSE);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(mac.doFinal(salt), "AES"), new GCMParameterSpec(TAG_BITS, vector));
        cipher.updateAAD(identity);
        return cipher;
    }

    private static int name(byte[] key) {
        return ByteBuffer.wrap(Arrays.copyOf(Digests.sha256(key), NAME_BYTES)).getInt();
    }

    @Override
    public String toString() {
        return origin;
    }
}
