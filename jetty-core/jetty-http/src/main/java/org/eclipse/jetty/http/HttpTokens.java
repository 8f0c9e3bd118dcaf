package org.eclipse.jetty.http;

import org.jspecify.annotations.Nullable;

/**
 * Character classes of RFC 9110 and RFC 9112, as one table of flags per octet.
 *
 * <p>Thread-safe.
 */
public final class HttpTokens {
    /** RFC 9110, section 5.6.2 tchar. */
    static final int TCHAR = 1;
    /** RFC 9110, section 5.5 field-vchar, SP or HTAB. */
    static final int FIELD = 2;
    /** A printable octet of a request-target that is not a control, a space or DEL. */
    static final int TARGET = 4;
    /** RFC 3986 pchar or "/", without "%" and ";". */
    static final int PATH = 8;
    /** A path character that can never need canonicalization: PATH without ".". */
    static final int PLAIN = 16;
    /** RFC 3986 unreserved or sub-delims. */
    static final int HOST = 32;

    private static final byte[] FLAGS = new byte[256];
    private static final byte[] HEX = new byte[128];

    static {
        for (int c = 0; c < 256; c++) {
            int flags = 0;
            boolean alphaNumeric = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
            if (alphaNumeric || c != 0 && c < 128 && "!#$%&'*+-.^_`|~".indexOf(c) >= 0) {
                flags |= TCHAR;
            }
            if (c == '\t' || c >= ' ' && c != 0x7f) {
                flags |= FIELD;
            }
            if (c > ' ' && c != 0x7f) {
                flags |= TARGET;
            }
            if (alphaNumeric || c != 0 && c < 128 && "-._~!$&'()*+,=:@/".indexOf(c) >= 0) {
                flags |= PATH;
                if (c != '.') {
                    flags |= PLAIN;
                }
            }
            if (alphaNumeric || c != 0 && c < 128 && "-._~!$&'()*+,;=".indexOf(c) >= 0) {
                flags |= HOST;
            }
            FLAGS[c] = (byte) flags;
        }
        for (int c = 0; c < 128; c++) {
            HEX[c] = (byte)
                    (c >= '0' && c <= '9'
                            ? c - '0'
                            : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1);
        }
    }

    private HttpTokens() {}

    /** How the end of a message's content is found (RFC 9112, section 6.3). */
    public enum EndOfContent {
        /** Not decided yet. */
        UNKNOWN_CONTENT,
        /** There is no content. */
        NO_CONTENT,
        /** The connection's end ends the content. */
        EOF_CONTENT,
        /** Content-Length tells. */
        CONTENT_LENGTH,
        /** The chunked coding tells. */
        CHUNKED_CONTENT
    }

    static boolean is(int octet, int flag) {
        return (FLAGS[octet & 0xff] & flag) != 0;
    }

    /** Whether a character may stand in a token (RFC 9110, section 5.6.2). */
    public static boolean isTokenChar(int c) {
        return c >= 0 && c < 128 && (FLAGS[c] & TCHAR) != 0;
    }

    /** Whether a character may not stand in a field value (RFC 9110, section 5.5). */
    public static boolean isIllegalFieldVchar(char c) {
        return c > 0xff || (FLAGS[c] & FIELD) == 0;
    }

    /** The character itself, or a space when it may not stand in a field value. */
    public static char sanitizeFieldVchar(char c) {
        return isIllegalFieldVchar(c) ? (c > 0xff ? '?' : ' ') : c;
    }

    /** Whether a text is a token (RFC 9110, section 5.6.2); false for null. */
    public static boolean isToken(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (!isTokenChar(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a name is a token (RFC 9110, section 5.1). */
    public static boolean isLegalFieldName(String name) {
        return isToken(name);
    }

    /** Whether a name may be sent over HTTP/2 and HTTP/3: a token without upper case, maybe with a leading colon (RFC 9113, section 8.2). */
    public static boolean isLegalH2H3FieldName(@Nullable String name) {
        if (name == null) {
            return false;
        }
        int start = name.startsWith(":") ? 1 : 0;
        if (name.length() == start) {
            return false;
        }
        for (int i = start; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!isTokenChar(c) || c >= 'A' && c <= 'Z') {
                return false;
            }
        }
        return true;
    }

    /** Whether a value has field characters only and no white space at its ends (RFC 9110, section 5.5). */
    public static boolean isLegalFieldValue(@Nullable String value) {
        if (value == null || value.isEmpty()) {
            return true;
        }
        char first = value.charAt(0);
        char last = value.charAt(value.length() - 1);
        if (first == ' ' || first == '\t' || last == ' ' || last == '\t') {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            if (isIllegalFieldVchar(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The value of a hexadecimal digit, or -1. */
    public static int hexDigit(int c) {
        return c >= 0 && c < 128 ? HEX[c] : -1;
    }
}
