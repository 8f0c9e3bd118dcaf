package org.eclipse.jetty.http;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items of one or more list values (RFC 9110, section 5.6.1), each with its parameters. Not thread-safe. */
public class QuotedCSV extends QuotedCSVParser implements Iterable<String> {
    protected final List<String> values = new ArrayList<>();

    public QuotedCSV(@Nullable String... values) {
        this(true, values);
    }

    public QuotedCSV(boolean keepQuotes, @Nullable String... values) {
        super(keepQuotes);
        for (String value : values) {
            addValue(value);
        }
    }

    /** Items as one list, quoted where needed. */
    public static @Nullable String join(@Nullable List<String> values) {
        if (values == null) {
            return null;
        }
        StringBuilder builder = new StringBuilder();
        join(builder, values);
        return builder.toString();
    }

    /** Items as one list, quoted where needed. */
    public static @Nullable String join(String @Nullable ... values) {
        return values == null ? null : join(List.of(values));
    }

    /** Appends items as one list, quoted where needed. */
    public static void join(StringBuilder builder, @Nullable List<String> values) {
        if (values == null) {
            return;
        }
        boolean first = true;
        for (String value : values) {
            if (!first) {
                builder.append(", ");
            }
            first = false;
            boolean quote = value.isEmpty();
            for (int i = 0; i < value.length() && !quote; i++) {
                quote = ",;\"\\ \t".indexOf(value.charAt(i)) >= 0;
            }
            builder.append(quote ? quoted(value) : value);
        }
    }

    /** Returns a text as a quoted string of a field (RFC 9110, section 5.6.4). */
    public static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    protected void parsedValueAndParams(StringBuilder buffer) {
        values.add(buffer.toString());
    }

    public int size() {
        return values.size();
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    public List<String> getValues() {
        return values;
    }

    @Override
    public Iterator<String> iterator() {
        return getValues().iterator();
    }

    /** The items as one list. */
    public @Nullable String asString() {
        if (values.isEmpty()) {
            return null;
        }
        return values.size() == 1 ? values.get(0) : String.join(", ", values);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
