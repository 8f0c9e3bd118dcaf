package org.eclipse.jetty.websocket.core.util;

import org.jspecify.annotations.Nullable;

/** Texts for messages. */
public final class TextUtils {
    private TextUtils() {}

    /** The text in double quotes, with control characters and quotes escaped; null stays null. */
    public static @Nullable String quote(@Nullable String str) {
        if (str == null) {
            return null;
        }
        StringBuilder text = new StringBuilder(str.length() + 8).append('"');
        for (int i = 0; i < str.length(); i++) {
            char c = str.charAt(i);
            switch (c) {
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '"', '\\' -> text.append('\\').append(c);
                default -> text.append(c);
            }
        }
        return text.append('"').toString();
    }

    /** The beginning of a text in square brackets; null as {@code <null>}. */
    public static String hint(@Nullable String text) {
        return text == null ? "<null>" : '[' + maxStringLength(16, text) + ']';
    }

    /** The text, shortened to a number of characters with dots in its middle. */
    public static String maxStringLength(int max, String raw) {
        int length = raw.length();
        if (length <= max) {
            return raw;
        }
        if (max < 9) {
            return raw.substring(0, Math.max(0, max));
        }
        int front = (max - 3 + 1) / 2;
        return raw.substring(0, front) + "..." + raw.substring(length - (max - 3 - front));
    }
}
