package org.eclipse.jetty.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Values of parameters beyond ASCII (RFC 8187, section 3.2), as {@code UTF-8''J%C3%A4s%C3%B8n}. Thread-safe. */
public final class ExtendedValue {
    private static final String PREFIX = "UTF-8'";

    private ExtendedValue() {}

    /** Returns the value of a text, without a language. */
    public static String encode(String text) {
        StringBuilder value = new StringBuilder("UTF-8''");
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain((char) (b & 0xFF))) {
                value.append((char) b);
            } else {
                HexFormat.of().withUpperCase().toHexDigits(value.append('%'), b);
            }
        }
        return value.toString();
    }

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
                int end = i + 3;
                if (end > value.length()
                        || !HexFormat.isHexDigit(value.charAt(i + 1))
                        || !HexFormat.isHexDigit(value.charAt(i + 2))) {
                    return null;
                }
                bytes.write(HexFormat.fromHexDigits(value, i + 1, end));
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

    private static boolean isPlain(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "!#$&+-.^_`|~".indexOf(c) >= 0;
    }
}
