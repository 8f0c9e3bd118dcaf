package org.eclipse.jetty.operations;

import org.jspecify.annotations.Nullable;

/**
 * Builds JSON (RFC 8259) in a {@link StringBuilder}: objects and arrays with their commas, strings that cannot end early.
 *
 * <p>Quotes, backslashes, control characters, line separators and characters that change the direction of text are escaped, and
 * surrogates without their other half are replaced by U+FFFD, so that each value stays in its string and in its line. Confined to
 * one thread.
 */
final class JsonText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final StringBuilder text;
    private boolean first = true;

    JsonText(StringBuilder text) {
        this.text = text;
    }

    JsonText beginObject() {
        return begin('{');
    }

    JsonText endObject() {
        return end('}');
    }

    JsonText beginArray() {
        return begin('[');
    }

    JsonText endArray() {
        return end(']');
    }

    /** The name of the member that follows. */
    JsonText name(String name) {
        separate();
        quote(name);
        text.append(':');
        first = true;
        return this;
    }

    /** A string, or {@code null}. */
    JsonText value(@Nullable String value) {
        separate();
        if (value == null) {
            text.append("null");
        } else {
            quote(value);
        }
        return this;
    }

    JsonText value(long value) {
        separate();
        text.append(value);
        return this;
    }

    JsonText value(boolean value) {
        separate();
        text.append(value);
        return this;
    }

    /** A number; one that JSON does not have, such as NaN, becomes {@code null}. */
    JsonText value(double value) {
        separate();
        if (Double.isFinite(value)) {
            text.append(value);
        } else {
            text.append("null");
        }
        return this;
    }

    /** A member with a string, unless that is null. */
    JsonText member(String name, @Nullable String value) {
        return value == null ? this : name(name).value(value);
    }

    /** A member with a number, unless that is negative. */
    JsonText member(String name, long value) {
        return value < 0 ? this : name(name).value(value);
    }

    private JsonText begin(char bracket) {
        separate();
        text.append(bracket);
        first = true;
        return this;
    }

    private JsonText end(char bracket) {
        text.append(bracket);
        first = false;
        return this;
    }

    private void separate() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    private void quote(String value) {
        text.append('"');
        int begin = 0;
        int length = value.length();
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < 0x7f && c >= ' ' && c != '"' && c != '\\') {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(value.charAt(i + 1))) {
                i++;
                continue;
            }
            if (!Character.isSurrogate(c) && !isEscaped(c)) {
                continue;
            }
            text.append(value, begin, i);
            escape(Character.isSurrogate(c) ? '\ufffd' : c);
            begin = i + 1;
        }
        text.append(value, begin, length).append('"');
    }

    private static boolean isEscaped(char c) {
        return c <= 0x9f
                || c >= 0x2028 && c <= 0x202e
                || c >= 0x2066 && c <= 0x2069
                || c == 0x200e
                || c == 0x200f
                || c == 0x061c;
    }

    private void escape(char c) {
        switch (c) {
            case '"', '\\' -> text.append('\\').append(c);
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default ->
                text.append("\\u")
                        .append(HEX[c >> 12])
                        .append(HEX[c >> 8 & 0xf])
                        .append(HEX[c >> 4 & 0xf])
                        .append(HEX[c & 0xf]);
        }
    }
}
