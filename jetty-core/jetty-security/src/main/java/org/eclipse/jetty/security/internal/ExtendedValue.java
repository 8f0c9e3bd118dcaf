package org.eclipse.jetty.security.internal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Values of parameters beyond ASCII (RFC 8187, section 3.2), as {@code UTF-8''J%C3%A4s%C3%B8n}. */
public final class ExtendedValue {
    private static final String PREFIX = "UTF-8'";

    private ExtendedValue() {}

    /** Returns the text of a value; null if it is malformed, or of another charset. */
    public static @Nullable String decode(String value) {
        int language = value.regionMatches(true, 0, PREFIX, 0, PREFIX.length()) ? PREFIX.length() : -1;
        int quote = language < 0 ? -1 : value.indexOf('\'', language);
        if (quote < 0) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length());
        for (int i = quote + 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '%') {
                int octet = octet(value, i + 1);
                if (octet < 0) {
                    return null;
                }
                bytes.write(octet);
                i += 2;
            } else if (isPlain(c)) {
                bytes.write(c);
            } else {
                return null;
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException x) {
            return null;
        }
    }

    /** Returns the octet of two hexadecimal digits; -1 if they are none. */
    private static int octet(String value, int at) {
        if (at + 2 > value.length()) {
            return -1;
        }
        int high = digit(value.charAt(at));
        int low = digit(value.charAt(at + 1));
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    private static int digit(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private static boolean isPlain(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "!#$&+-.^_`|~".indexOf(c) >= 0;
    }
}
