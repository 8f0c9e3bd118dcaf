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

    /** Appends text within quotation marks: control characters, half surrogate pairs, and what HTML reads, as escapes. */
    public static void appendQuoted(StringBuilder out, CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else if (c < ' '
                    || c == 0x7F
                    || c == '<'
                    || c == '>'
                    || c == '&'
                    || c == 0x2028
                    || c == 0x2029
                    || Character.isSurrogate(c)) {
                appendEscape(out, c);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static void appendEscape(StringBuilder out, char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(Character.forDigit(c >> shift & 0xF, 16));
        }
    }
}
