package org.eclipse.jetty.util.ajax;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes pieces of JSON text. */
final class JsonText {
    private JsonText() {}

    /** Writes a character as its code. */
    interface Escape {
        void write(Appendable buffer, char c) throws IOException;
    }

    static void write(Appendable buffer, String text) {
        try {
            buffer.append(text);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Writes the characters of a string, those escaped that must be (RFC 8259, section 7). */
    static void escape(Appendable buffer, String string, Escape escape) throws IOException {
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> buffer.append("\\\"");
                case '\\' -> buffer.append("\\\\");
                case '\b' -> buffer.append("\\b");
                case '\f' -> buffer.append("\\f");
                case '\n' -> buffer.append("\\n");
                case '\r' -> buffer.append("\\r");
                case '\t' -> buffer.append("\\t");
                default -> {
                    // the line separators end a line of JavaScript before ES2019
                    if (c < ' ' || c == '\u2028' || c == '\u2029') {
                        escape.write(buffer, c);
                    } else {
                        buffer.append(c);
                    }
                }
            }
        }
    }
}
