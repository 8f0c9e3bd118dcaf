package org.eclipse.jetty.start.files;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes maps, collections, texts, numbers and booleans as JSON (RFC 8259), indented.
 *
 * <p>Other objects are written as their text. Confined to the main thread.
 */
public final class Json {
    private final StringBuilder out = new StringBuilder();

    private Json() {}

    public static String write(Object value) {
        Json json = new Json();
        json.append(value, 0);
        return json.out.toString();
    }

    private void append(Object value, int depth) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Map<?, ?> map) {
            out.append('{');
            for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
                Map.Entry<?, ?> entry = entries.next();
                indent(depth + 1);
                appendText(entry.getKey().toString());
                out.append(": ");
                append(entry.getValue(), depth + 1);
                if (entries.hasNext()) {
                    out.append(',');
                } else {
                    indent(depth);
                }
            }
            out.append('}');
        } else if (value instanceof Collection<?> collection) {
            out.append('[');
            for (Iterator<?> items = collection.iterator(); items.hasNext(); ) {
                indent(depth + 1);
                append(items.next(), depth + 1);
                if (items.hasNext()) {
                    out.append(',');
                } else {
                    indent(depth);
                }
            }
            out.append(']');
        } else {
            appendText(value.toString());
        }
    }

    private void indent(int depth) {
        out.append('\n').append("  ".repeat(depth));
    }

    private void appendText(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c >= ' ' && !Character.isSurrogate(c) || isPaired(text, i)) {
                        out.append(c);
                    } else {
                        out.append("\\u").append(hex(c));
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean isPaired(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    private static String hex(char c) {
        String digits = Integer.toHexString(c);
        return "0".repeat(4 - digits.length()) + digits;
    }
}
