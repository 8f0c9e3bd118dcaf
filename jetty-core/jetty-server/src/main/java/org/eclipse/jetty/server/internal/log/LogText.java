package org.eclipse.jetty.server.internal.log;

import org.jspecify.annotations.Nullable;

/**
 * Appends what came from elsewhere to a line of a log, so that it can neither end the line nor a quoted part of it.
 *
 * <p>Quotes and backslashes get a backslash. Control characters, line separators and characters that change the direction
 * of text are written as escapes, as in Java.
 */
final class LogText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private LogText() {}

    /** Appends a text; "-" if it is null or empty. */
    static void append(LogLine line, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            line.append('-');
            return;
        }
        appendEscaped(line, text);
    }

    /** Appends a text, and nothing if it is null. */
    static void appendEscaped(LogLine line, @Nullable String text) {
        if (text == null) {
            return;
        }
        int length = text.length();
        byte[] room = line.reserve(length);
        int begin = line.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x7f || c < ' ' || c == '"' || c == '\\') {
                line.setLength(begin + i);
                appendOthers(line, text, i);
                return;
            }
            room[begin + i] = (byte) c;
        }
        line.setLength(begin + length);
    }

    /** Appends the rest of a text, from the first character that is not as harmless as most. */
    private static void appendOthers(LogLine line, String text, int from) {
        int begin = from;
        int length = text.length();
        for (int i = from; i < length; i++) {
            char c = text.charAt(i);
            if (isHarmless(c)) {
                continue;
            }
            line.append(text.substring(begin, i));
            appendEscape(line, c);
            begin = i + 1;
        }
        line.append(text.substring(begin, length));
    }

    private static boolean isHarmless(char c) {
        if (c < 0x7f) {
            return c >= ' ' && c != '"' && c != '\\';
        }
        return c > 0x9f
                && (c < 0x2028 || c > 0x2069 || c > 0x202e && c < 0x2066)
                && c != 0x200e
                && c != 0x200f
                && c != 0x061c;
    }

    private static void appendEscape(LogLine line, char c) {
        line.append('\\');
        switch (c) {
            case '"', '\\' -> line.append(c);
            case '\n' -> line.append('n');
            case '\r' -> line.append('r');
            case '\t' -> line.append('t');
            default -> {
                line.append('u');
                line.append(HEX[c >> 12]);
                line.append(HEX[c >> 8 & 0xf]);
                line.append(HEX[c >> 4 & 0xf]);
                line.append(HEX[c & 0xf]);
            }
        }
    }
}
