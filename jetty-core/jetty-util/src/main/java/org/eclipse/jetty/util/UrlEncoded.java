package org.eclipse.jetty.util;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes {@code application/x-www-form-urlencoded} (WHATWG URL standard, section 5).
 *
 * <p>Limits: a negative one is no limit; beyond, an {@link IllegalStateException} is thrown.
 */
public class UrlEncoded {
    public static final Charset ENCODING = StandardCharsets.UTF_8;
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private UrlEncoded() {}

    /** Encodes pairs; an empty value has a '=' only if so asked. */
    public static String encode(MultiMap<String> map, Charset charset, boolean equalsForNullValue) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, List<String>> entry : map.entrySet()) {
            List<String> values = entry.getValue();
            if (values == null || values.isEmpty()) {
                appendPair(text, entry.getKey(), null, charset, equalsForNullValue);
            } else {
                for (String value : values) {
                    appendPair(text, entry.getKey(), value, charset, equalsForNullValue);
                }
            }
        }
        return text.toString();
    }

    private static void appendPair(
            StringBuilder text, String key, @Nullable String value, Charset charset, boolean equals) {
        if (!text.isEmpty()) {
            text.append('&');
        }
        text.append(encodeString(key, charset));
        if (value != null && !value.isEmpty()) {
            text.append('=').append(encodeString(value, charset));
        } else if (equals) {
            text.append('=');
        }
    }

    public static MultiMap<String> decodeQuery(String query) {
        MultiMap<String> map = new MultiMap<>();
        if (StringUtil.isNotBlank(query)) {
            decodeUtf8To(query, map);
        }
        return map;
    }

    public static void decodeTo(String content, MultiMap<String> map, @Nullable String charset) {
        decodeTo(content, map, charset == null ? ENCODING : Charset.forName(charset));
    }

    public static void decodeTo(String content, MultiMap<String> map, Charset charset) {
        decodeTo(content, map, charset, -1);
    }

    public static void decodeTo(String content, MultiMap<String> map, Charset charset, int maxKeys) {
        decodeTo(content, map::add, charset, maxKeys);
    }

    public static void decodeTo(String content, BiConsumer<String, String> adder, Charset charset) {
        decodeTo(content, adder, charset, -1);
    }

    public static void decodeTo(
            String content, BiConsumer<String, String> adder, @Nullable Charset charset, int maxKeys) {
        Charset c = charset == null ? ENCODING : charset;
        new Decoder(adder, c, maxKeys, c != StandardCharsets.UTF_8, false, false).decode(content, 0, content.length());
    }

    public static void decodeUtf8To(String query, MultiMap<String> map) {
        decodeUtf8To(query, 0, query.length(), map);
    }

    public static void decodeUtf8To(String query, Fields fields) {
        decodeUtf8To(query, 0, query.length(), fields);
    }

    public static void decodeUtf8To(String query, int offset, int length, MultiMap<String> map) {
        decodeUtf8To(query, offset, length, map::add);
    }

    public static void decodeUtf8To(String query, int offset, int length, Fields fields) {
        decodeUtf8To(query, offset, length, fields::add);
    }

    public static boolean decodeUtf8To(String query, int offset, int length, BiConsumer<String, String> adder)
            throws Utf8StringBuilder.Utf8IllegalArgumentException {
        return decodeUtf8To(query, offset, length, adder, false, false, false);
    }

    /**
     * Decodes pairs in UTF-8.
     *
     * @param allowBadEncoding replace what is not UTF-8
     * @param allowBadPercent take a '%' without two hexadecimal digits literally
     * @param allowTruncated the same, at the end of a name or value only
     * @return false if something had to be allowed
     */
    public static boolean decodeUtf8To(
            String query,
            int offset,
            int length,
            BiConsumer<String, String> adder,
            boolean allowBadEncoding,
            boolean allowBadPercent,
            boolean allowTruncated)
            throws Utf8StringBuilder.Utf8IllegalArgumentException {
        return new Decoder(adder, StandardCharsets.UTF_8, -1, allowBadEncoding, allowBadPercent, allowTruncated)
                .decode(query, offset, length);
    }

    public static void decode88591To(InputStream in, MultiMap<String> map, int maxLength, int maxKeys)
            throws IOException {
        decode88591To(in, map::add, maxLength, maxKeys);
    }

    public static void decode88591To(InputStream in, BiConsumer<String, String> adder, int maxLength, int maxKeys)
            throws IOException {
        decodeTo(in, adder, StandardCharsets.ISO_8859_1, maxLength, maxKeys);
    }

    public static void decodeUtf8To(InputStream in, Fields fields, int maxLength, int maxKeys) throws IOException {
        decodeUtf8To(in, fields::add, maxLength, maxKeys);
    }

    public static void decodeUtf8To(InputStream in, MultiMap<String> map, int maxLength, int maxKeys)
            throws IOException {
        decodeUtf8To(in, map::add, maxLength, maxKeys);
    }

    public static void decodeUtf8To(InputStream in, BiConsumer<String, String> adder, int maxLength, int maxKeys)
            throws IOException {
        decodeTo(in, adder, StandardCharsets.UTF_8, maxLength, maxKeys);
    }

    public static void decodeTo(InputStream in, MultiMap<String> map, Charset charset, int maxLength, int maxKeys)
            throws IOException {
        decodeTo(in, map::add, charset, maxLength, maxKeys);
    }

    public static void decodeTo(
            InputStream in, BiConsumer<String, String> adder, @Nullable Charset charset, int maxLength, int maxKeys)
            throws IOException {
        byte[] bytes = maxLength < 0 ? in.readAllBytes() : in.readNBytes(maxLength + 1);
        if (maxLength >= 0 && bytes.length > maxLength) {
            throw new IllegalStateException("Form is larger than max length " + maxLength);
        }
        Charset c = charset == null ? ENCODING : charset;
        boolean wide = c.newEncoder().canEncode('=') && "=".getBytes(c).length > 1;
        // a charset that contains ASCII leaves its bytes alone: names and values are decoded from them
        String content = new String(bytes, wide ? c : StandardCharsets.ISO_8859_1);
        new Decoder(adder, c, maxKeys, c != StandardCharsets.UTF_8, false, false, !wide)
                .decode(content, 0, content.length());
    }

    /** The charset of this name; UTF-8 when it is null. */
    public static Charset decodeCharset(@Nullable String charset) {
        return charset == null ? ENCODING : Charset.forName(charset);
    }

    public static String decodeString(String encoded) {
        return decodeString(encoded, 0, encoded.length(), ENCODING);
    }

    /** Decodes one name or value. */
    public static String decodeString(String encoded, int offset, int length, @Nullable Charset charset) {
        return new Decoder(null, charset == null ? ENCODING : charset, -1, true, false, false)
                .decodeText(encoded, offset, offset + length);
    }

    public static byte decodeHexByte(char hi, char lo) {
        try {
            return (byte) ((TypeUtil.convertHexDigit(hi) << 4) + TypeUtil.convertHexDigit(lo));
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException("Not valid encoding '%" + hi + lo + "'", x);
        }
    }

    public static String encodeString(String string) {
        return encodeString(string, ENCODING);
    }

    public static String encodeString(String string, Charset charset) {
        int i = 0;
        while (i < string.length() && isPlain(string.charAt(i))) {
            i++;
        }
        if (i == string.length()) {
            return string;
        }
        byte[] bytes = string.getBytes(charset);
        StringBuilder text = new StringBuilder(bytes.length * 2);
        for (byte b : bytes) {
            if (b == ' ') {
                text.append('+');
            } else if (b > 0 && isPlain((char) b)) {
                text.append((char) b);
            } else {
                text.append('%').append(HEX[b >> 4 & 0xf]).append(HEX[b & 0xf]);
            }
        }
        return text.toString();
    }

    private static boolean isPlain(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~';
    }

    /** Decodes pairs. Confined to one call. */
    private static final class Decoder {
        private final @Nullable BiConsumer<String, String> adder;
        private final Charset charset;
        private final int maxKeys;
        private final boolean allowBadEncoding;
        private final boolean allowBadPercent;
        private final boolean allowTruncated;
        private final boolean charsAreBytes;
        private final boolean extendsAscii;
        private @Nullable CharsetStringBuilder builder;
        private int keys;
        private boolean good = true;

        private Decoder(
                @Nullable BiConsumer<String, String> adder,
                Charset charset,
                int maxKeys,
                boolean allowBadEncoding,
                boolean allowBadPercent,
                boolean allowTruncated) {
            this(adder, charset, maxKeys, allowBadEncoding, allowBadPercent, allowTruncated, false);
        }

        private Decoder(
                @Nullable BiConsumer<String, String> adder,
                Charset charset,
                int maxKeys,
                boolean allowBadEncoding,
                boolean allowBadPercent,
                boolean allowTruncated,
                boolean charsAreBytes) {
            this.adder = adder;
            this.charset = charset;
            this.maxKeys = maxKeys;
            this.allowBadEncoding = allowBadEncoding;
            this.allowBadPercent = allowBadPercent;
            this.allowTruncated = allowTruncated;
            this.charsAreBytes = charsAreBytes;
            this.extendsAscii = charset == StandardCharsets.UTF_8
                    || charset == StandardCharsets.ISO_8859_1
                    || charset == StandardCharsets.US_ASCII;
        }

        private boolean decode(String s, int offset, int length) {
            int end = offset + length;
            int start = offset;
            while (start <= end) {
                int next = indexOf(s, '&', start, end);
                if (next > start) {
                    int equals = indexOf(s, '=', start, next);
                    String key = decodeText(s, start, equals);
                    String value = equals < next ? decodeText(s, equals + 1, next) : "";
                    if (!key.isEmpty() || equals < next) {
                        add(key, value);
                    }
                }
                start = next + 1;
            }
            return good;
        }

        private void add(String key, String value) {
            assert adder != null : "a decoder of texts has no pairs";
            adder.accept(key, value);
            if (maxKeys >= 0 && ++keys > maxKeys) {
                throw new IllegalStateException("Form with too many keys [" + keys + " > " + maxKeys + "]");
            }
        }

        private static int indexOf(String s, char c, int start, int end) {
            int i = s.indexOf(c, start);
            return i < 0 || i > end ? end : i;
        }

        private String decodeText(String s, int start, int end) {
            int i = start;
            while (i < end && isLiteral(s.charAt(i))) {
                i++;
            }
            if (i == end) {
                return s.substring(start, end);
            }
            String ascii = extendsAscii ? decodeAscii(s, start, end) : null;
            if (ascii != null) {
                return ascii;
            }
            if (builder == null) {
                builder = CharsetStringBuilder.forCharset(charset);
            }
            builder.append(s, start, i - start);
            while (i < end) {
                char c = s.charAt(i);
                if (c == '+') {
                    builder.append((byte) ' ');
                } else if (c == '%') {
                    int hi = i + 1 < end ? hexDigit(s.charAt(i + 1)) : -1;
                    int lo = i + 2 < end ? hexDigit(s.charAt(i + 2)) : -1;
                    if (hi >= 0 && lo >= 0) {
                        builder.append((byte) (hi << 4 | lo));
                        i += 2;
                    } else {
                        badPercent(s, i, end);
                    }
                } else if (charsAreBytes || c < 0x80 && charset != StandardCharsets.UTF_16) {
                    builder.append((byte) c);
                } else {
                    builder.append(c);
                }
                i++;
            }
            if (builder.replaceIncomplete() || builder.hasCodingErrors()) {
                good = false;
            }
            try {
                return builder.build(allowBadEncoding);
            } catch (CharacterCodingException x) {
                throw new Utf8StringBuilder.Utf8IllegalArgumentException(x);
            }
        }

        /** Decodes what is ASCII, and so the same in most charsets, without a builder; null if it is not, or is malformed. */
        private static @Nullable String decodeAscii(String s, int start, int end) {
            byte[] text = new byte[end - start];
            int length = 0;
            for (int i = start; i < end; i++) {
                int c = s.charAt(i);
                if (c == '+') {
                    c = ' ';
                } else if (c == '%') {
                    if (i + 2 >= end) {
                        return null;
                    }
                    int hi = hexDigit(s.charAt(i + 1));
                    int lo = hexDigit(s.charAt(i + 2));
                    if (hi < 0 || lo < 0) {
                        return null;
                    }
                    c = hi << 4 | lo;
                    i += 2;
                }
                if (c >= 0x80) {
                    return null;
                }
                text[length++] = (byte) c;
            }
            return new String(text, 0, length, StandardCharsets.ISO_8859_1);
        }

        /** The value of a hexadecimal digit; -1 if it is none, as digits of other scripts are not. */
        private static int hexDigit(char c) {
            return c < 0x80 ? Character.digit(c, 16) : -1;
        }

        private boolean isLiteral(char c) {
            return c != '+' && c != '%' && (c < 0x80 || !charsAreBytes);
        }

        private void badPercent(String s, int i, int end) {
            boolean truncated = i + 2 >= end;
            if (!allowBadPercent && !(allowTruncated && truncated)) {
                throw new IllegalArgumentException("Not valid encoding '" + s.substring(i, Math.min(i + 3, end)) + "'");
            }
            good = false;
            assert builder != null : "decode made it";
            builder.append((byte) '%');
        }
    }
}
