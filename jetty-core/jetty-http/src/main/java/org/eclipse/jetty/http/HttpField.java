package org.eclipse.jetty.http;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.internal.FieldLists;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/**
 * A field line: a name and a value (RFC 9110, section 5), immutable.
 *
 * <p>Names are compared without regard to case. Thread-safe.
 */
public class HttpField {
    private final @Nullable HttpHeader header;
    private final String name;
    private final @Nullable String value;
    private int hash;

    /** A field of a known header with its name in another case, or of an unknown one when {@code header} is null. */
    public HttpField(@Nullable HttpHeader header, @Nullable String name, @Nullable String value) {
        this.header = header;
        this.name = header != null && name == null ? header.asString() : Objects.requireNonNull(name, "name");
        this.value = value;
    }

    public HttpField(HttpHeader header, @Nullable String value) {
        this(header, header.asString(), value);
    }

    public HttpField(HttpHeader header, HttpHeaderValue value) {
        this(header, header.asString(), value.asString());
    }

    public HttpField(String name, @Nullable String value) {
        this(HttpHeader.fromString(name), name, value);
    }

    /** Two values as one list. */
    public static String asList(@Nullable String first, @Nullable String second) {
        if (first == null || first.isEmpty()) {
            return second == null ? "" : second;
        }
        return second == null || second.isEmpty() ? first : first + ", " + second;
    }

    /** The value before its parameters, which are put into the map, unquoted (RFC 9110, section 5.6.6). */
    @NullContract("!null, _ -> !null")
    public static @Nullable String getValueParameters(
            @Nullable String valueParams, @Nullable Map<String, String> parameters) {
        return FieldLists.valueAndParameters(valueParams, parameters);
    }

    /** The value before its parameters. */
    @NullContract("!null -> !null")
    public static @Nullable String stripParameters(@Nullable String value) {
        if (value == null) {
            return null;
        }
        int semicolon = value.indexOf(';');
        return semicolon < 0 ? value : value.substring(0, semicolon).trim();
    }

    /** Whether the value, read as a list, has an item, in any case and not of quality zero (RFC 9110, sections 5.6.1, 12.4.2). */
    public boolean contains(@Nullable String search) {
        return contains(value, search);
    }

    /** Whether a list has an item. */
    public static boolean contains(@Nullable String csv, @Nullable String search) {
        return FieldLists.contains(csv, search);
    }

    /** Whether the last item of the value, read as a list, is the given one. */
    public boolean containsLast(String search) {
        return containsLast(value, search);
    }

    /** Whether the last item of a list is the given one. */
    public static boolean containsLast(@Nullable String csv, String search) {
        return FieldLists.containsLast(csv, search);
    }

    /** The known header. */
    public @Nullable HttpHeader getHeader() {
        return header;
    }

    public String getName() {
        return name;
    }

    /** The name in lower case. */
    public String getLowerCaseName() {
        return header != null ? header.lowerCaseName() : FieldLists.lowerCase(name);
    }

    public @Nullable String getValue() {
        return value;
    }

    /** The value as a number; NumberFormatException when it is none. */
    public int getIntValue() {
        return Integer.parseInt(value);
    }

    /** The value as a number; NumberFormatException when it is none. */
    public long getLongValue() {
        return FieldLists.parseLong(value);
    }

    /** The items of the value, read as a list, without quotes. */
    public String @Nullable [] getValues() {
        List<String> values = getValueList();
        return values == null ? null : values.toArray(new String[0]);
    }

    /** The items of the value, read as a list, without quotes. */
    public @Nullable List<String> getValueList() {
        return getValueList(false);
    }

    /** The items of the value, read as a list. */
    public @Nullable List<String> getValueList(boolean keepQuotes) {
        return value == null ? null : new QuotedCSV(keepQuotes, value).getValues();
    }

    /** Whether both have one name. */
    public boolean isSameName(@Nullable HttpField field) {
        if (field == null) {
            return false;
        }
        if (field == this) {
            return true;
        }
        return header != null ? header == field.header : name.equalsIgnoreCase(field.name);
    }

    /** Whether the name is the given one. */
    public boolean is(String name) {
        return this.name.equalsIgnoreCase(name);
    }

    /** This field without an item of its list: itself when it has none, null when nothing is left. */
    public @Nullable HttpField withoutValue(String item) {
        if (!contains(item)) {
            return this;
        }
        StringBuilder rest = new StringBuilder();
        for (String one : new QuotedCSV(true, value)) {
            if (FieldLists.contains(one, item)) {
                continue;
            }
            if (!rest.isEmpty()) {
                rest.append(", ");
            }
            rest.append(one);
        }
        return rest.isEmpty() ? null : new HttpField(header, name, rest.toString());
    }

    /** This field with one more item in its list, itself when it has it. */
    public HttpField withValue(String item) {
        return contains(item) ? this : new HttpField(header, name, asList(value, item));
    }

    /** This field with more items in its list. */
    public HttpField withValues(String... items) {
        HttpField field = this;
        for (String item : items) {
            field = field.withValue(item);
        }
        return field;
    }

    @Override
    public boolean equals(Object o) {
        return this == o || o instanceof HttpField field && isSameName(field) && Objects.equals(value, field.value);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = getLowerCaseName().hashCode() * 31 + Objects.hashCode(value);
        }
        return hash;
    }

    @Override
    public String toString() {
        return name + ": " + value;
    }

    /** A field whose value is a number that is known. */
    public static class LongValueHttpField extends HttpField {
        private final long number;

        public LongValueHttpField(@Nullable HttpHeader header, String name, String value, long number) {
            super(header, name, value);
            this.number = number;
        }

        public LongValueHttpField(HttpHeader header, long number) {
            this(header, header.asString(), Long.toString(number), number);
        }

        public LongValueHttpField(String name, long number) {
            this(HttpHeader.fromString(name), name, Long.toString(number), number);
        }

        @Override
        public int getIntValue() {
            return (int) number;
        }

        @Override
        public long getLongValue() {
            return number;
        }
    }

    /** A field whose value is a number that is known. */
    public static class IntValueHttpField extends LongValueHttpField {
        public IntValueHttpField(HttpHeader header, int number) {
            super(header, number);
        }

        public IntValueHttpField(String name, int number) {
            super(name, number);
        }
    }
}
