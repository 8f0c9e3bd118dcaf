package org.eclipse.jetty.security.openid.internal;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts tokens that session stores keep, by AES-256-GCM.
 *
 * <p>The key is derived from a secret of the client, so that all servers of the same client can decrypt what one has stored.
 * Thread-safe.
 */
public final class TokenCipher {
    private static final List<WeakReference<TokenCipher>> KNOWN = new CopyOnWriteArrayList<>();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int ID_BYTES = 16;
    private static final int IV_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final byte[] id;

    private TokenCipher(SecretKeySpec key, byte[] id) {
        this.key = key;
        this.id = id;
    }

    /**
     * Returns a cipher, which decrypts what any with the same secret and purpose has encrypted, as long as it is in use.
     *
     * @param purpose what else the key depends on
     */
    public static TokenCipher of(byte[] secret, String purpose) {
        byte[] key = hmac(secret, "jetty session tokens\n" + purpose);
        TokenCipher cipher = new TokenCipher(new SecretKeySpec(key, "AES"), Arrays.copyOf(hmac(key, "id"), ID_BYTES));
        KNOWN.removeIf(reference -> reference.get() == null);
        KNOWN.add(new WeakReference<>(cipher));
        return cipher;
    }

    private static byte[] hmac(byte[] secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }

    byte[] encrypt(byte[] clear) {
        byte[] iv = new byte[IV_BYTES];
        RANDOM.nextBytes(iv);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, iv);
            byte[] encrypted = cipher.doFinal(clear);
            return ByteBuffer.allocate(ID_BYTES + IV_BYTES + encrypted.length)
                    .put(id)
                    .put(iv)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }

    /** @throws IOException if no client of this server has the key, or the bytes were changed */
    static byte[] decrypt(byte[] sealed) throws IOException {
        if (sealed.length < ID_BYTES + IV_BYTES) {
            throw new IOException("encrypted tokens are too short");
        }
        byte[] id = Arrays.copyOf(sealed, ID_BYTES);
        for (WeakReference<TokenCipher> reference : KNOWN) {
            TokenCipher known = reference.get();
            if (known != null && Arrays.equals(id, known.id)) {
                return known.open(sealed);
            }
        }
        throw new IOException("tokens were encrypted with another key");
    }

    private byte[] open(byte[] sealed) throws IOException {
        try {
            int start = ID_BYTES + IV_BYTES;
            return cipher(Cipher.DECRYPT_MODE, Arrays.copyOfRange(sealed, ID_BYTES, start))
                    .doFinal(sealed, start, sealed.length - start);
        } catch (GeneralSecurityException x) {
            throw new IOException("encrypted tokens were changed", x);
        }
    }

    private Cipher cipher(int mode, byte[] iv) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, iv));
        cipher.updateAAD(id);
        return cipher;
    }
}
