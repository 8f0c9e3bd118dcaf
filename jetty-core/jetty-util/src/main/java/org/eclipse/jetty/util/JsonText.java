package org.eclipse.jetty.util;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as JSON (RFC 8259): maps, collections, numbers, truth values, null; all others as text. Numbers that are not
 * finite are null. Text may stand within HTML.
 */
public final class JsonText {
    private JsonText() {}

    /** The value on lines indented by two spaces, with a line feed at the end. */
    public static String indented(Object value) {
        StringBuilder out = new StringBuilder(1024);
        append(out, value, "\n");
        return out.append('\n').toString();
    }

    /** The value on one line. */
    public static String compact(Object value) {
        StringBuilder out = new StringBuilder(256);
        append(out, value, null);
        return out.toString();
    }

    private static void append(StringBuilder out, @Nullable Object value, @Nullable String newLine) {
        if (value instanceof Map<?, ?> map) {
            appendMap(out, map, newLine);
        } else if (value instanceof Collection<?> list) {
            appendList(out, list, newLine);
        } else if (value instanceof Double number && !Double.isFinite(number)
                || value instanceof Float single && !Float.isFinite(single)) {
            out.append("null");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            appendQuoted(out, String.valueOf(value));
        }
    }

    private static void appendMap(StringBuilder out, Map<?, ?> map, @Nullable String newLine) {
        String inner = newLine == null ? null : newLine + "  ";
        String separator = "";
        out.append('{');
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator).append(inner == null ? "" : inner);
            appendQuoted(out, String.valueOf(entry.getKey()));
            out.append(inner == null ? ":" : ": ");
            append(out, entry.getValue(), inner);
            separator = ",";
        }
        out.append(newLine == null || map.isEmpty() ? "" : newLine).append('}');
    }

    private static void appendList(StringBuilder out, Collection<?> list, @Nullable String newLine) {
        String inner = newLine == null ? null : newLine + "  ";
        String separator = "";
        out.append('[');
        for (Object element : list) {
            out.append(separator).append(inner == null ? "" : inner);
            append(out, element, inner);
            separator = ",";
        }
        out.append(newLine == null || list.isEmpty() ? "" : newLine).append(']');
    }

    /**
     * Appends text within quotation marks, which stays in its string and in its line wherever it is shown: control characters, quotation marks,
     * line separators and characters that change the direction of text are escaped, and surrogates without their other half are replaced by
     * U+FFFD.
     */
    public static void appendString(StringBuilder out, CharSequence text) {
        append(out, text, false);
    }

    /** Appends text within quotation marks like {@link #appendString}, with what HTML reads as escapes, too. */
    public static void appendQuoted(StringBuilder out, CharSequence text) {
        append(out, text, true);
    }

    private static void append(StringBuilder out, CharSequence text, boolean inHtml) {
        out.append('"');
        int begin = 0;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (isEscaped(c) || inHtml && (c == '<' || c == '>' || c == '&')) {
                out.append(text, begin, i);
                appendEscape(out, Character.isSurrogate(c) ? '\ufffd' : c);
                begin = i + 1;
            }
        }
        out.append(text, begin, length).append('"');
    }

    private static boolean isEscaped(char c) {
        if (c < 0x7f) {
            return c < ' ' || c == '"' || c == '\\';
        }
        return c <= 0x9f
                || Character.isSurrogate(c)
                || c >= 0x2028 && c <= 0x202e
                || c >= 0x2066 && c <= 0x2069
                || c == 0x200e
                || c == 0x200f
                || c == 0x061c;
    }

    private static void appendEscape(StringBuilder out, char c) {
        out.append('\\');
        switch (c) {
            case '"', '\\' -> out.append(c);
            case '\n' -> out.append('n');
            case '\r' -> out.append('r');
            case '\t' -> out.append('t');
            default -> {
                out.append('u');
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(c >> shift & 0xF, 16));
                }
            }
        }
    }
}
