package org.eclipse.jetty.http;

import org.eclipse.jetty.http.internal.FieldLists;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Takes list values with parameters and quoted strings apart (RFC 9110, section 5.6); what to do with the pieces is the subclass's. */
public abstract class QuotedCSVParser {
    /** Whether quotes are kept in what is handed on. */
    protected final boolean keepQuotes;

    protected QuotedCSVParser(boolean keepQuotes) {
        this.keepQuotes = keepQuotes;
    }

    /** A quoted-string's content, or the text itself. */
    @NullContract("!null -> !null")
    public static @Nullable String unquote(@Nullable String s) {
        return FieldLists.unquote(s);
    }

    /** Adds the items of a list. */
    public void addValue(@Nullable String value) {
        if (value == null) {
            return;
        }
        for (int from = 0; from <= value.length(); ) {
            int to = FieldLists.end(value, from, ',');
            item(value.substring(from, to).trim());
            from = to + 1;
        }
    }

    private void item(String item) {
        if (item.isEmpty()) {
            return;
        }
        StringBuilder buffer = new StringBuilder(item.length());
        int semicolon = FieldLists.end(item, 0, ';');
        buffer.append(text(item.substring(0, semicolon).trim()));
        int valueLength = buffer.length();
        if (valueLength > 0) {
            parsedValue(buffer);
        }
        valueLength = buffer.length();
        for (int from = semicolon + 1; from <= item.length(); ) {
            int to = FieldLists.end(item, from, ';');
            String parameter = item.substring(from, to).trim();
            from = to + 1;
            if (parameter.isEmpty()) {
                continue;
            }
            int equals = parameter.indexOf('=');
            int paramName = buffer.length() + 1;
            if (equals < 0) {
                buffer.append(';').append(parameter);
                parsedParam(buffer, valueLength, paramName, -1);
            } else {
                buffer.append(';').append(parameter.substring(0, equals).trim()).append('=');
                int paramValue = buffer.length();
                buffer.append(text(parameter.substring(equals + 1).trim()));
                parsedParam(buffer, valueLength, paramName, paramValue);
            }
        }
        if (!buffer.isEmpty()) {
            parsedValueAndParams(buffer);
        }
    }

    private String text(String s) {
        return keepQuotes ? s : FieldLists.unquote(s);
    }

    /** An item's value is in the buffer, which may be changed. */
    protected void parsedValue(StringBuilder buffer) {}

    /** A parameter has been appended to the buffer, which may be changed; paramValue is -1 when it has none. */
    protected void parsedParam(StringBuilder buffer, int valueLength, int paramName, int paramValue) {}

    /** An item with all its parameters is in the buffer. */
    protected void parsedValueAndParams(StringBuilder buffer) {}
}
