package org.eclipse.jetty.operations;

import org.eclipse.jetty.util.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * Builds JSON (RFC 8259) in a {@link StringBuilder}: objects and arrays with their commas, strings that cannot end early.
 *
 * <p>Each value stays in its string and in its line ({@link JsonText#appendString}). Confined to one thread.
 */
final class JsonWriter {
    private final StringBuilder text;
    private boolean first = true;

    JsonWriter(StringBuilder text) {
        this.text = text;
    }

    JsonWriter beginObject() {
        return begin('{');
    }

    JsonWriter endObject() {
        return end('}');
    }

    JsonWriter beginArray() {
        return begin('[');
    }

    JsonWriter endArray() {
        return end(']');
    }

    /** The name of the member that follows. */
    JsonWriter name(String name) {
        separate();
        JsonText.appendString(text, name);
        text.append(':');
        first = true;
        return this;
    }

    /** A string, or {@code null}. */
    JsonWriter value(@Nullable String value) {
        separate();
        if (value == null) {
            text.append("null");
        } else {
            JsonText.appendString(text, value);
        }
        return this;
    }

    JsonWriter value(long value) {
        separate();
        text.append(value);
        return this;
    }

    JsonWriter value(boolean value) {
        separate();
        text.append(value);
        return this;
    }

    /** A number; one that JSON does not have, such as NaN, becomes {@code null}. */
    JsonWriter value(double value) {
        separate();
        if (Double.isFinite(value)) {
            text.append(value);
        } else {
            text.append("null");
        }
        return this;
    }

    /** A member with a string, unless that is null. */
    JsonWriter member(String name, @Nullable String value) {
        return value == null ? this : name(name).value(value);
    }

    /** A member with a number, unless that is negative. */
    JsonWriter member(String name, long value) {
        return value < 0 ? this : name(name).value(value);
    }

    private JsonWriter begin(char bracket) {
        separate();
        text.append(bracket);
        first = true;
        return this;
    }

    private JsonWriter end(char bracket) {
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
}
