package org.eclipse.jetty.security.internal.hash;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a hash in the PHC string format: {@code $id[$v=version][$name=value,...]$salt$hash}, the last two in base 64 without
 * padding. Immutable.
 *
 * @param settings the names and values in the middle; {@code v} is the version
 */
record PhcText(String id, Map<String, Integer> settings, byte[] salt, byte[] hash) {
    private static final int MIN_SALT = 8;
    private static final int MIN_HASH = 16;
    private static final int MAX_BYTES = 1024;

    /** @throws IllegalArgumentException it has not that form; the message does not hold the hash */
    static PhcText parse(String text, String expected) {
        String[] parts = text.split("\\$", -1);
        if (parts.length < 4 || parts.length > 6) {
            throw malformed(parts[1], parts.length - 1 + " parts", expected, null);
        }
        Map<String, Integer> settings = new HashMap<>();
        try {
            for (int i = 2; i < parts.length - 2; i++) {
                for (String setting : parts[i].split(",", -1)) {
                    int equals = setting.indexOf('=');
                    // a number alone is that of rounds, as the form of passlib has it
                    String name = equals < 0 ? "i" : setting.substring(0, equals);
                    if (settings.put(name, Integer.parseInt(setting.substring(equals + 1))) != null) {
                        throw malformed(parts[1], "two settings " + name, expected, null);
                    }
                }
            }
            byte[] salt = decode(parts[parts.length - 2]);
            byte[] hash = decode(parts[parts.length - 1]);
            if (salt.length < MIN_SALT
                    || hash.length < MIN_HASH
                    || salt.length > MAX_BYTES
                    || hash.length > MAX_BYTES) {
                throw malformed(
                        parts[1], salt.length + " bytes of salt and " + hash.length + " of hash", expected, null);
            }
            return new PhcText(parts[1], settings, salt, hash);
        } catch (NumberFormatException x) {
            throw malformed(parts[1], "a setting is no number", expected, null);
        }
    }

    /** Returns a setting within limits. */
    int get(String name, int min, int max, String expected) {
        Integer value = settings.get(name);
        if (value == null || value < min || value > max) {
            throw malformed(id, name + "=" + value + ", not from " + min + " to " + max, expected, null);
        }
        return value;
    }

    static IllegalArgumentException malformed(String id, String why, String expected, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "not a hash of " + id + ": " + why + " (expected: " + expected + ")", cause);
    }

    private static byte[] decode(String text) {
        try {
            // passlib writes a dot for the plus of base 64
            return Base64.getDecoder().decode(text.replace('.', '+'));
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("not a hash: salt or hash is not base 64 (expected: no padding)", x);
        }
    }

    static String encode(byte[] bytes) {
        return Base64.getEncoder().withoutPadding().encodeToString(bytes);
    }
}
