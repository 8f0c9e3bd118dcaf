package org.eclipse.jetty.util;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Helps with texts. */
public class StringUtil {
    public static final String CRLF = "\r\n";
    public static final String DEFAULT_DELIMS = ",;";
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private StringUtil() {}

    public static char asciiToLowerCase(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
    }

    public static byte asciiToLowerCase(byte c) {
        return c >= 'A' && c <= 'Z' ? (byte) (c | 0x20) : c;
    }

    /** The text with its ASCII letters in lower case; the same object if there is nothing to change. */
    @NullContract("!null -> !null")
    public static @Nullable String asciiToLowerCase(@Nullable String s) {
        if (s == null) {
            return null;
        }
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c < 'A' || c > 'Z') {
                continue;
            }
            char[] chars = s.toCharArray();
            for (int j = i; j < chars.length; j++) {
                chars[j] = asciiToLowerCase(chars[j]);
            }
            return new String(chars);
        }
        return s;
    }

    /** The text with its ASCII letters in upper case; the same object if there is nothing to change. */
    @NullContract("!null -> !null")
    public static @Nullable String asciiToUpperCase(@Nullable String s) {
        if (s == null) {
            return null;
        }
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c < 'a' || c > 'z') {
                continue;
            }
            char[] chars = s.toCharArray();
            for (int j = i; j < chars.length; j++) {
                if (chars[j] >= 'a' && chars[j] <= 'z') {
                    chars[j] -= 0x20;
                }
            }
            return new String(chars);
        }
        return s;
    }

    /** The text with what does not belong into the name of a file replaced by an underscore: with dots, it might lead elsewhere. */
    @NullContract("!null -> !null")
    public static @Nullable String sanitizeFileSystemName(@Nullable String s) {
        if (s == null) {
            return null;
        }
        char[] chars = s.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            char c = chars[i];
            if (c <= 0x1f || c == 0x7f || c > 0x7e || "|<>:\"/\\?*;,.!@#$%^&()[]{}'~` \u0000".indexOf(c) >= 0) {
                chars[i] = '_';
            }
        }
        return new String(chars);
    }

    public static boolean asciiEqualsIgnoreCase(@Nullable String a, @Nullable String b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length() == b.length() && asciiRegionMatches(a, 0, b, b.length());
    }

    private static boolean asciiRegionMatches(String s, int offset, String w, int length) {
        for (int i = 0; i < length; i++) {
            if (asciiToLowerCase(s.charAt(offset + i)) != asciiToLowerCase(w.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    public static boolean startsWithIgnoreCase(String s, String w) {
        return asciiStartsWithIgnoreCase(s, w);
    }

    public static boolean asciiStartsWithIgnoreCase(@Nullable String s, @Nullable String w) {
        if (w == null) {
            return true;
        }
        return s != null && s.length() >= w.length() && asciiRegionMatches(s, 0, w, w.length());
    }

    public static boolean endsWithIgnoreCase(String s, String w) {
        return asciiEndsWithIgnoreCase(s, w);
    }

    public static boolean asciiEndsWithIgnoreCase(@Nullable String s, @Nullable String w) {
        if (w == null) {
            return true;
        }
        return s != null && s.length() >= w.length() && asciiRegionMatches(s, s.length() - w.length(), w, w.length());
    }

    /** The index of the first of these characters, or -1. */
    public static int indexFrom(String s, String chars) {
        for (int i = 0; i < s.length(); i++) {
            if (chars.indexOf(s.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    @NullContract("!null, _, _ -> !null")
    public static @Nullable String replace(@Nullable String str, char find, char with) {
        return str == null ? null : str.replace(find, with);
    }

    @NullContract("!null, _, _ -> !null")
    public static @Nullable String replace(@Nullable String s, String sub, String with) {
        return s == null ? null : s.replace(sub, with);
    }

    public static String replaceFirst(String original, String target, String replacement) {
        int i = original.indexOf(target);
        return i < 0 ? original : original.substring(0, i) + replacement + original.substring(i + target.length());
    }

    public static void append(StringBuilder buf, String s, int offset, int length) {
        buf.append(s, Math.min(offset, s.length()), Math.min(offset + length, s.length()));
    }

    /** Appends two digits of a byte, in this base. */
    public static void append(StringBuilder buf, byte b, int base) {
        int value = b & 0xff;
        buf.append(Character.forDigit(value / base % base, base)).append(Character.forDigit(value % base, base));
    }

    public static void append2digits(StringBuilder buf, int i) {
        if (i < 100) {
            buf.append((char) (i / 10 + '0')).append((char) (i % 10 + '0'));
        }
    }

    public static String nonNull(@Nullable String s) {
        return s == null ? "" : s;
    }

    public static List<String> toListNonNull(String @Nullable ... values) {
        List<String> list = new ArrayList<>();
        if (values != null) {
            for (String value : values) {
                if (value != null) {
                    list.add(value);
                }
            }
        }
        return list;
    }

    public static boolean equals(String s, char[] buf, int offset, int length) {
        if (s.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (buf[offset + i] != s.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public static String toUTF8String(byte[] b, int offset, int length) {
        return new String(b, offset, length, StandardCharsets.UTF_8);
    }

    public static String toString(byte[] b, int offset, int length, @Nullable String charset) {
        return new String(b, offset, length, charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset));
    }

    /** The index of the first control character, or -1. */
    public static int indexOfControlChars(@Nullable String str) {
        if (str == null) {
            return -1;
        }
        for (int i = 0; i < str.length(); i++) {
            if (Character.isISOControl(str.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    @NullContract("null -> true")
    public static boolean isBlank(@Nullable String str) {
        return str == null || str.isBlank();
    }

    @NullContract("null -> true")
    public static boolean isEmpty(@Nullable String str) {
        return str == null || str.isEmpty();
    }

    public static int getLength(@Nullable String s) {
        return s == null ? 0 : s.length();
    }

    @NullContract("null -> false")
    public static boolean isNotBlank(@Nullable String str) {
        return !isBlank(str);
    }

    /** ISO-8859-1 if it has all characters of the text, otherwise UTF-8. */
    public static Charset latin1OrUtf8(String text) {
        return StandardCharsets.ISO_8859_1.newEncoder().canEncode(text)
                ? StandardCharsets.ISO_8859_1
                : StandardCharsets.UTF_8;
    }

    public static boolean isHex(String str, int offset, int length) {
        if (offset + length > str.length()) {
            return false;
        }
        for (int i = offset; i < offset + length; i++) {
            if (Character.digit(str.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    public static byte[] fromHexString(String s) {
        if (s.length() % 2 != 0) {
            throw new IllegalArgumentException("odd number of hexadecimal digits: " + s);
        }
        byte[] bytes = new byte[s.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte)
                    (TypeUtil.convertHexDigit(s.charAt(2 * i)) << 4 | TypeUtil.convertHexDigit(s.charAt(2 * i + 1)));
        }
        return bytes;
    }

    public static String toHexString(byte b) {
        return new String(new char[] {HEX[b >> 4 & 0xf], HEX[b & 0xf]});
    }

    public static String toHexString(byte[] b) {
        return toHexString(Objects.requireNonNull(b), 0, b.length);
    }

    public static String toHexString(byte[] b, int offset, int length) {
        StringBuilder text = new StringBuilder(length * 2);
        for (int i = offset; i < offset + length; i++) {
            text.append(HEX[b[i] >> 4 & 0xf]).append(HEX[b[i] & 0xf]);
        }
        return text.toString();
    }

    /** The text without control characters. */
    @NullContract("!null -> !null")
    public static @Nullable String printable(@Nullable String name) {
        if (name == null) {
            return null;
        }
        StringBuilder text = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            if (!Character.isISOControl(name.charAt(i))) {
                text.append(name.charAt(i));
            }
        }
        return text.toString();
    }

    /** The bytes as text: printable ASCII as it is, others as 0x00. */
    public static String printable(byte[] b) {
        StringBuilder text = new StringBuilder();
        for (byte x : b) {
            if (x >= ' ' && x < 0x7f) {
                text.append((char) x);
            } else {
                text.append("0x").append(toHexString(x));
            }
        }
        return text.toString();
    }

    public static byte[] getBytes(String s) {
        return s.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static byte[] getBytes(String s, String charset) {
        return s.getBytes(Charset.forName(charset));
    }

    public static byte[] getUtf8Bytes(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }

    /** Parses a decimal number that ends at the first other character. */
    public static int toInt(String string, int from) {
        int value = 0;
        boolean started = false;
        boolean minus = false;
        for (int i = from; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c <= ' ') {
                if (started) {
                    break;
                }
            } else if (c >= '0' && c <= '9') {
                value = value * 10 + (c - '0');
                started = true;
            } else if (c == '-' && !started) {
                minus = true;
            } else {
                break;
            }
        }
        if (!started) {
            throw new NumberFormatException(string);
        }
        return minus ? -value : value;
    }

    @NullContract("!null, _ -> !null")
    public static @Nullable String truncate(@Nullable String str, int maxSize) {
        return str == null || str.length() <= maxSize ? str : str.substring(0, maxSize);
    }

    /** Splits [a, b] or a, b. */
    @NullContract("!null -> !null")
    public static String @Nullable [] arrayFromString(@Nullable String s) {
        if (s == null) {
            return new String[0];
        }
        if (s.length() < 2 || !s.startsWith("[") || !s.endsWith("]")) {
            throw new IllegalArgumentException(s);
        }
        return csvSplit(s, 1, s.length() - 2);
    }

    /** Splits at commas; values are trimmed, and may be quoted with double quotes; empty ones are kept only if quoted. */
    @NullContract("!null -> !null")
    public static String @Nullable [] csvSplit(@Nullable String s) {
        return s == null ? null : csvSplit(s, 0, s.length());
    }

    @NullContract("!null, _, _ -> !null")
    public static String @Nullable [] csvSplit(@Nullable String s, int off, int len) {
        return s == null ? null : csvSplit(null, s, off, len).toArray(new String[0]);
    }

    public static List<String> csvSplit(@Nullable List<String> list, String s, int off, int len) {
        List<String> values = list == null ? new ArrayList<>() : list;
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        boolean wasQuoted = false;
        int end = Math.min(off + len, s.length());
        int keep = 0;
        boolean any = false;
        for (int i = off; i < end; i++) {
            char c = s.charAt(i);
            if (quoted) {
                if (c == '\\' && i + 1 < end) {
                    value.append(s.charAt(++i));
                } else if (c == '"') {
                    quoted = false;
                } else {
                    value.append(c);
                }
                keep = value.length();
            } else if (c == '"' && value.length() == 0 && !wasQuoted) {
                quoted = true;
                wasQuoted = true;
            } else if (c == ',') {
                value.setLength(keep);
                if (any) {
                    values.add(value.toString());
                }
                value.setLength(0);
                keep = 0;
                any = false;
                wasQuoted = false;
                continue;
            } else if (c > ' ') {
                value.append(c);
                keep = value.length();
            } else if (value.length() > 0) {
                value.append(c);
            }
            any |= c > ' ';
        }
        value.setLength(keep);
        if (any) {
            values.add(value.toString());
        }
        return values;
    }

    /** The text with the characters escaped that mean something in XML and HTML, and without control characters. */
    @NullContract("!null -> !null")
    public static @Nullable String sanitizeXmlString(@Nullable String html) {
        if (html == null) {
            return null;
        }
        int i = 0;
        while (i < html.length() && isPlain(html.charAt(i))) {
            i++;
        }
        if (i == html.length()) {
            return html;
        }
        StringBuilder out = new StringBuilder(html.length() + 16).append(html, 0, i);
        for (; i < html.length(); i++) {
            char c = html.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '\'' -> out.append("&apos;");
                case '"' -> out.append("&quot;");
                default -> out.append(isPlain(c) ? c : '?');
            }
        }
        return out.toString();
    }

    private static boolean isPlain(char c) {
        return c != '&'
                && c != '<'
                && c != '>'
                && c != '\''
                && c != '"'
                && (!Character.isISOControl(c) || Character.isWhitespace(c));
    }

    /** The text without this at its end. */
    @NullContract("!null, _ -> !null")
    public static @Nullable String strip(@Nullable String str, String find) {
        return str == null ? null : str.replace(find, "");
    }

    @NullContract("!null -> !null")
    public static @Nullable String valueOf(@Nullable Object object) {
        return object == null ? null : String.valueOf(object);
    }

    public static String randomAlphaNumeric(int size) {
        String alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        StringBuilder text = new StringBuilder(size);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < size; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
