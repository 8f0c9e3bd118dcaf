package org.eclipse.jetty.util.ssl;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Private keys in the formats that are older than PKCS #8: RSA (RFC 8017, appendix A.1.2) and EC (RFC 5915), perhaps encrypted as the
 * header {@code DEK-Info} says (RFC 1421, section 4.6.1.3). Stateless.
 */
final class TraditionalKey {
    private static final int INTEGER = 0x02;
    private static final int OCTET_STRING = 0x04;
    private static final int SEQUENCE = 0x30;
    private static final int PARAMETERS = 0xa0;
    private static final int SALT_LENGTH = 8;
    private static final byte[] VERSION = {INTEGER, 1, 0};
    /** The identifier 1.2.840.113549.1.1.1 and no parameters. */
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    /** The identifier 1.2.840.10045.2.1. */
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private TraditionalKey() {}

    /** Wraps a key as PKCS #8 (RFC 5208). */
    static byte[] rsaToPkcs8(byte[] der) {
        return tagged(SEQUENCE, VERSION, RSA, tagged(OCTET_STRING, der));
    }

    /** Wraps a key as PKCS #8 (RFC 5208), with the curve that the key names. */
    static byte[] ecToPkcs8(byte[] der) throws InvalidKeyException {
        try {
            ByteBuffer fields = content(ByteBuffer.wrap(der), SEQUENCE);
            content(fields, INTEGER);
            content(fields, OCTET_STRING);
            if (!fields.hasRemaining() || (fields.get(fields.position()) & 0xff) != PARAMETERS) {
                throw new InvalidKeyException("it does not name its curve");
            }
            ByteBuffer parameters = content(fields, PARAMETERS);
            byte[] curve = new byte[parameters.remaining()];
            parameters.get(curve);
            return tagged(SEQUENCE, VERSION, tagged(SEQUENCE, EC, curve), tagged(OCTET_STRING, der));
        } catch (java.nio.BufferUnderflowException | IllegalArgumentException x) {
            throw new InvalidKeyException("it is not an EC key in DER", x);
        }
    }

    /** The content of the next value, which must have this tag; the buffer stands after it then. */
    private static ByteBuffer content(ByteBuffer in, int tag) {
        int found = in.get() & 0xff;
        int length = in.get() & 0xff;
        if (length > 0x80) {
            int bytes = length & 0x7f;
            length = 0;
            for (int i = 0; i < bytes; i++) {
                length = length << 8 | in.get() & 0xff;
            }
        }
        if (found != tag || length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("tag " + found);
        }
        ByteBuffer content = in.slice(in.position(), length);
        in.position(in.position() + length);
        return content;
    }

    private static byte[] tagged(int tag, byte[]... contents) {
        int length = 0;
        for (byte[] content : contents) {
            length += content.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else {
            int bytes = (39 - Integer.numberOfLeadingZeros(length)) / 8;
            out.write(0x80 | bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                out.write(length >>> 8 * i);
            }
        }
        for (byte[] content : contents) {
            out.writeBytes(content);
        }
        return out.toByteArray();
    }

    /**
     * Decrypts a key.
     *
     * @param info the value of {@code DEK-Info}: the algorithm and its initialization vector, as {@code AES-256-CBC,00FF...}
     */
    static byte[] decrypt(String info, byte[] data, char[] password) throws GeneralSecurityException {
        int comma = info.indexOf(',');
        String name = (comma < 0 ? info : info.substring(0, comma)).trim().toUpperCase(Locale.ROOT);
        int keyLength =
                switch (name) {
                    case "AES-128-CBC" -> 16;
                    case "AES-192-CBC", "DES-EDE3-CBC" -> 24;
                    case "AES-256-CBC" -> 32;
                    default ->
                        throw new GeneralSecurityException("its encryption is not known: " + name
                                + " (convert it by: openssl pkcs8 -topk8 -v2 aes-256-cbc)");
                };
        String algorithm = name.startsWith("AES") ? "AES" : "DESede";
        Cipher cipher = Cipher.getInstance(algorithm + "/CBC/PKCS5Padding");
        byte[] vector = vector(info.substring(comma + 1).trim(), cipher.getBlockSize());
        cipher.init(
                Cipher.DECRYPT_MODE,
                new SecretKeySpec(key(password, vector, keyLength), algorithm),
                new IvParameterSpec(vector));
        try {
            return cipher.doFinal(data);
        } catch (BadPaddingException x) {
            throw new GeneralSecurityException(PemKeyStore.WRONG_PASSWORD, x);
        }
    }

    private static byte[] vector(String hex, int length) throws GeneralSecurityException {
        byte[] vector;
        try {
            vector = HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException x) {
            throw new GeneralSecurityException(
                    "DEK-Info: " + hex + " (expected: " + 2 * length + " hexadecimal digits)", x);
        }
        if (vector.length != length) {
            throw new GeneralSecurityException(
                    "DEK-Info: " + hex + " (expected: " + 2 * length + " hexadecimal digits)");
        }
        return vector;
    }

    /** What OpenSSL derives: MD5 of the former digest, the password and the start of the vector, as often as it takes. */
    private static byte[] key(char[] password, byte[] vector, int length) throws GeneralSecurityException {
        byte[] secret = new String(password).getBytes(StandardCharsets.UTF_8);
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        ByteBuffer key = ByteBuffer.allocate(length);
        byte[] digest = {};
        while (key.hasRemaining()) {
            md5.update(digest);
            md5.update(secret);
            md5.update(vector, 0, SALT_LENGTH);
            digest = md5.digest();
            key.put(digest, 0, Math.min(digest.length, key.remaining()));
        }
        return key.array();
    }
}
