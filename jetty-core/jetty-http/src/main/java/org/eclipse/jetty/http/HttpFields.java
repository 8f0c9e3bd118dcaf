package org.eclipse.jetty.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The field lines of a message in their order (RFC 9110, section 5).
 *
 * <p>Look-ups by {@link HttpHeader} are the cheap ones: absence is known from a bit set, presence costs a walk over an
 * array; none of both allocates. {@link #getField(int)} with {@link #size()} walks without an iterator. What is obtained
 * from {@link #from} and {@link #asImmutable()} is thread-safe, a {@link Mutable} is confined to its exchange.
 */
public interface HttpFields extends Iterable<HttpField>, Supplier<HttpFields> {
    HttpField EXPIRES_01JAN1970 = new PreEncodedHttpField(HttpHeader.EXPIRES, DateGenerator.EPOCH);
    HttpField CONNECTION_CLOSE = new PreEncodedHttpField(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    HttpField CONNECTION_KEEPALIVE =
            new PreEncodedHttpField(HttpHeader.CONNECTION, HttpHeaderValue.KEEP_ALIVE.asString());
    HttpField CONTENT_LENGTH_0 = new PreEncodedHttpField(HttpHeader.CONTENT_LENGTH, 0L);
    HttpFields EMPTY = new ImmutableHttpFields(new HttpField[0], 0);

    static Mutable build() {
        return new MutableHttpFields(16);
    }

    static Mutable build(int capacity) {
        return new MutableHttpFields(capacity);
    }

    /** A copy. */
    static Mutable build(HttpFields fields) {
        return new MutableHttpFields(fields.size() + 4).add(fields);
    }

    /** A copy with the field put. */
    static Mutable build(HttpFields fields, HttpField replaceField) {
        return build(fields).put(replaceField);
    }

    /** A copy without some fields. */
    static Mutable build(HttpFields fields, EnumSet<HttpHeader> removeFields) {
        return build(fields).remove(removeFields);
    }

    static HttpFields from(HttpField... fields) {
        return new ImmutableHttpFields(fields.clone(), fields.length);
    }

    /** A live map of names, in any case, to values. */
    static Map<String, List<String>> asMap(HttpFields fields) {
        return fields instanceof Mutable mutable
                ? new HttpFieldsMap.Mutable(mutable)
                : new HttpFieldsMap.Immutable(fields);
    }

    @Override
    default HttpFields get() {
        return this;
    }

    @Override
    default Iterator<HttpField> iterator() {
        return listIterator();
    }

    default ListIterator<HttpField> listIterator() {
        return listIterator(0);
    }

    ListIterator<HttpField> listIterator(int index);

    int size();

    /** The field at a place from 0. */
    HttpField getField(int index);

    /** These fields if they cannot change, else a copy. */
    default HttpFields asImmutable() {
        HttpField[] copy = new HttpField[size()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = getField(i);
        }
        return new ImmutableHttpFields(copy, copy.length);
    }

    /** The fields as they stand in an HTTP/1 head, with the empty line. */
    default String asString() {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < size(); i++) {
            HttpField field = getField(i);
            b.append(field.getName())
                    .append(": ")
                    .append(field.getValue() == null ? "" : field.getValue())
                    .append("\r\n");
        }
        return b.append("\r\n").toString();
    }

    /**
     * These fields as ones that cannot change.
     *
     * @param last fields that cannot change, which are returned if each of these is the same object as theirs
     */
    default HttpFields asImmutable(@Nullable HttpFields last) {
        int size = size();
        if (last == null || last.size() != size) {
            return asImmutable();
        }
        boolean same = true;
        for (int i = 0; same && i < size; i++) {
            same = getField(i) == last.getField(i);
        }
        return same ? last : asImmutable();
    }

    /** Whether there is a field equal to the given one, or that has its value in its list. */
    default boolean contains(HttpField field) {
        for (int i = 0; i < size(); i++) {
            HttpField f = getField(i);
            if (f.isSameName(field) && (f.equals(field) || f.contains(field.getValue()))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a field has an item in its list. */
    default boolean contains(HttpHeader header, String value) {
        if (!contains(header)) {
            return false;
        }
        for (int i = 0; i < size(); i++) {
            HttpField f = getField(i);
            if (f.getHeader() == header && f.contains(value)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a field has an item in its list. */
    default boolean contains(String name, String value) {
        for (int i = 0; i < size(); i++) {
            HttpField f = getField(i);
            if (f.is(name) && f.contains(value)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the last field of a name ends its list with an item. */
    default boolean containsLast(HttpHeader header, String value) {
        String last = getLast(header);
        return last != null && HttpField.containsLast(last, value);
    }

    default boolean contains(HttpHeader header) {
        return getField(header) != null;
    }

    default boolean contains(EnumSet<HttpHeader> headers) {
        for (int i = 0; i < size(); i++) {
            HttpHeader header = getField(i).getHeader();
            if (header != null && headers.contains(header)) {
                return true;
            }
        }
        return false;
    }

    default boolean contains(String name) {
        return getField(name) != null;
    }

    /** The first value. */
    default @Nullable String get(HttpHeader header) {
        HttpField field = getField(header);
        return field == null ? null : field.getValue();
    }

    /** The first value. */
    default @Nullable String get(String name) {
        HttpField field = getField(name);
        return field == null ? null : field.getValue();
    }

    /** The last value. */
    default @Nullable String getLast(HttpHeader header) {
        for (int i = size(); i-- > 0; ) {
            if (getField(i).getHeader() == header) {
                return getField(i).getValue();
            }
        }
        return null;
    }

    /** The first field. */
    default @Nullable HttpField getField(HttpHeader header) {
        for (int i = 0; i < size(); i++) {
            if (getField(i).getHeader() == header) {
                return getField(i);
            }
        }
        return null;
    }

    /** The first field. */
    default @Nullable HttpField getField(String name) {
        for (int i = 0; i < size(); i++) {
            if (getField(i).is(name)) {
                return getField(i);
            }
        }
        return null;
    }

    default List<HttpField> getFields(HttpHeader header) {
        List<HttpField> fields = new ArrayList<>(2);
        for (int i = 0; i < size(); i++) {
            if (getField(i).getHeader() == header) {
                fields.add(getField(i));
            }
        }
        return fields;
    }

    default List<HttpField> getFields(String name) {
        List<HttpField> fields = new ArrayList<>(2);
        for (int i = 0; i < size(); i++) {
            if (getField(i).is(name)) {
                fields.add(getField(i));
            }
        }
        return fields;
    }

    /** The items of all fields of a name. */
    default List<String> getCSV(HttpHeader header, boolean keepQuotes) {
        QuotedCSV values = null;
        for (int i = 0; i < size(); i++) {
            HttpField f = getField(i);
            if (f.getHeader() != header) {
                continue;
            }
            if (values == null) {
                values = new QuotedCSV(keepQuotes);
            }
            values.addValue(f.getValue());
        }
        return values == null ? Collections.emptyList() : values.getValues();
    }

    /** The items of all fields of a name. */
    default List<String> getCSV(String name, boolean keepQuotes) {
        QuotedCSV values = null;
        for (int i = 0; i < size(); i++) {
            HttpField f = getField(i);
            if (!f.is(name)) {
                continue;
            }
            if (values == null) {
                values = new QuotedCSV(keepQuotes);
            }
            values.addValue(f.getValue());
        }
        return values == null ? Collections.emptyList() : values.getValues();
    }

    /** The items of all fields of a name by descending quality. */
    default List<String> getQualityCSV(HttpHeader header) {
        return getQualityCSV(header, null);
    }

    /** The items of all fields of a name by descending quality, then by a function. */
    default List<String> getQualityCSV(HttpHeader header, @Nullable ToIntFunction<String> secondaryOrdering) {
        QuotedQualityCSV values = null;
        for (int i = 0; i < size(); i++) {
            HttpField f = getField(i);
            if (f.getHeader() != header) {
                continue;
            }
            if (values == null) {
                values = new QuotedQualityCSV(secondaryOrdering);
            }
            values.addValue(f.getValue());
        }
        return values == null ? Collections.emptyList() : values.getValues();
    }

    /** The items of all fields of a name by descending quality. */
    default List<String> getQualityCSV(String name) {
        QuotedQualityCSV values = null;
        for (int i = 0; i < size(); i++) {
            HttpField f = getField(i);
            if (!f.is(name)) {
                continue;
            }
            if (values == null) {
                values = new QuotedQualityCSV();
            }
            values.addValue(f.getValue());
        }
        return values == null ? Collections.emptyList() : values.getValues();
    }

    /** The date in milliseconds since the epoch, or -1 when there is none or it cannot be read. */
    default long getDateField(String name) {
        HttpField field = getField(name);
        return field == null || field.getValue() == null ? -1 : HttpDateTime.parseToEpoch(field.getValue());
    }

    /** The date in milliseconds since the epoch, or -1 when there is none or it cannot be read. */
    default long getDateField(HttpHeader header) {
        HttpField field = getField(header);
        return field == null || field.getValue() == null ? -1 : HttpDateTime.parseToEpoch(field.getValue());
    }

    /** The number, or -1 when there is none. */
    default long getLongField(String name) throws NumberFormatException {
        HttpField field = getField(name);
        return field == null ? -1 : field.getLongValue();
    }

    /** The number, or -1 when there is none. */
    default long getLongField(HttpHeader header) throws NumberFormatException {
        HttpField field = getField(header);
        return field == null ? -1 : field.getLongValue();
    }

    default Enumeration<String> getFieldNames() {
        return Collections.enumeration(getFieldNamesCollection());
    }

    /** The names, each once in the case in which it first appears. */
    default Set<String> getFieldNamesCollection() {
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < size(); i++) {
            names.putIfAbsent(getField(i).getLowerCaseName(), getField(i).getName());
        }
        return new LinkedHashSet<>(names.values());
    }

    default Enumeration<String> getValues(String name) {
        return Collections.enumeration(getValuesList(name));
    }

    default List<String> getValuesList(HttpHeader header) {
        List<String> values = new ArrayList<>(2);
        for (int i = 0; i < size(); i++) {
            if (getField(i).getHeader() == header) {
                values.add(getField(i).getValue());
            }
        }
        return values;
    }

    default List<String> getValuesList(String name) {
        List<String> values = new ArrayList<>(2);
        for (int i = 0; i < size(); i++) {
            if (getField(i).is(name)) {
                values.add(getField(i).getValue());
            }
        }
        return values;
    }

    /** Whether both have equal fields, in whatever order. */
    default boolean isEqualTo(HttpFields that) {
        if (size() != that.size()) {
            return false;
        }
        List<HttpField> rest = new ArrayList<>(that.size());
        for (int i = 0; i < that.size(); i++) {
            rest.add(that.getField(i));
        }
        for (int i = 0; i < size(); i++) {
            if (!rest.remove(getField(i))) {
                return false;
            }
        }
        return true;
    }

    default Stream<HttpField> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /** Fields that can be changed. Confined to its exchange. */
    interface Mutable extends HttpFields {
        /** Adds a field; null adds nothing. */
        Mutable add(HttpField field);

        /** Replaces the fields of that name by one. */
        default Mutable put(HttpField field) {
            boolean put = false;
            for (ListIterator<HttpField> i = listIterator(0); i.hasNext(); ) {
                if (!i.next().isSameName(field)) {
                    continue;
                }
                if (put) {
                    i.remove();
                } else {
                    i.set(field);
                }
                put = true;
            }
            return put ? this : add(field);
        }

        default Mutable clear() {
            for (ListIterator<HttpField> i = listIterator(0); i.hasNext(); ) {
                i.next();
                i.remove();
            }
            return this;
        }

        /** Adds a value, or null to add nothing. */
        default Mutable add(String name, @Nullable String value) {
            return value == null ? this : add(new HttpField(name, value));
        }

        default Mutable add(String name, long value) {
            return add(new HttpField.LongValueHttpField(name, value));
        }

        default Mutable add(HttpHeader header, HttpHeaderValue value) {
            return add(header, value.asString());
        }

        default Mutable add(HttpHeader header, @Nullable String value) {
            return value == null ? this : add(new HttpField(Objects.requireNonNull(header, "header"), value));
        }

        default Mutable add(HttpHeader header, long value) {
            return add(new HttpField.LongValueHttpField(header, value));
        }

        default Mutable add(HttpFields fields) {
            for (int i = 0; i < fields.size(); i++) {
                add(fields.getField(i));
            }
            return this;
        }

        default Mutable add(String name, List<String> values) {
            for (String value : values) {
                add(name, value == null ? "" : value);
            }
            return this;
        }

        /** Adds the items that no field of the name has yet, as one list. */
        default Mutable addCSV(HttpHeader header, String... values) {
            String list = missing(getCSV(header, true), values);
            return list == null ? this : add(header, list);
        }

        /** Adds the items that no field of the name has yet, as one list. */
        default Mutable addCSV(String name, String... values) {
            String list = missing(getCSV(name, true), values);
            return list == null ? this : add(name, list);
        }

        private static @Nullable String missing(List<String> existing, String... values) {
            List<String> missing = new ArrayList<>();
            for (String value : values) {
                boolean present = false;
                for (String e : existing) {
                    present |= e.equalsIgnoreCase(value);
                }
                if (!present) {
                    missing.add(value);
                }
            }
            return missing.isEmpty() ? null : String.join(", ", missing);
        }

        default Mutable addDateField(String name, long date) {
            return add(name, DateGenerator.formatDate(date));
        }

        /** Makes sure that a field's items are there, merging lists of one name into one field. */
        default void ensureField(HttpField field) {
            HttpField merged = null;
            for (int i = 0; i < size(); i++) {
                HttpField f = getField(i);
                if (!f.isSameName(field)) {
                    continue;
                }
                merged = merged == null
                        ? f
                        : new HttpField(f.getHeader(), f.getName(), HttpField.asList(merged.getValue(), f.getValue()));
            }
            if (merged == null) {
                add(field);
                return;
            }
            for (String item : new QuotedCSV(true, field.getValue())) {
                merged = merged.withValue(item);
            }
            put(merged);
        }

        /** Replaces the values of a name; null removes them. */
        default Mutable put(String name, @Nullable String value) {
            return value == null ? remove(name) : put(new HttpField(name, value));
        }

        default Mutable put(HttpHeader header, HttpHeaderValue value) {
            return put(header, value.asString());
        }

        /** Replaces the values of a name; null removes them. */
        default Mutable put(HttpHeader header, @Nullable String value) {
            return value == null ? remove(header) : put(new HttpField(header, value));
        }

        /** Replaces the values of a name. */
        default Mutable put(String name, List<String> values) {
            remove(name);
            for (String value : values) {
                if (value != null) {
                    add(name, value);
                }
            }
            return this;
        }

        default Mutable putDate(HttpHeader header, long date) {
            return put(header, DateGenerator.formatDate(date));
        }

        default Mutable putDate(String name, long date) {
            return put(name, DateGenerator.formatDate(date));
        }

        default Mutable put(HttpHeader header, long value) {
            return put(
                    header == HttpHeader.CONTENT_LENGTH
                            ? ContentLengthFields.of(value)
                            : new HttpField.LongValueHttpField(header, value));
        }

        default Mutable put(String name, long value) {
            return put(new HttpField.LongValueHttpField(name, value));
        }

        /** Replaces the fields of a name by what a function makes of them; null for none in and out. */
        default Mutable computeField(HttpHeader header, BiFunction<HttpHeader, List<HttpField>, HttpField> computeFn) {
            List<HttpField> fields = getFields(header);
            HttpField result = computeFn.apply(header, fields.isEmpty() ? null : fields);
            return result == null ? remove(header) : put(result);
        }

        /** Replaces the fields of a name by what a function makes of them; null for none in and out. */
        default Mutable computeField(String name, BiFunction<String, List<HttpField>, HttpField> computeFn) {
            List<HttpField> fields = getFields(name);
            HttpField result = computeFn.apply(name, fields.isEmpty() ? null : fields);
            return result == null ? remove(name) : put(result);
        }

        default Mutable remove(HttpHeader header) {
            for (ListIterator<HttpField> i = listIterator(0); i.hasNext(); ) {
                if (i.next().getHeader() == header) {
                    i.remove();
                }
            }
            return this;
        }

        default Mutable remove(EnumSet<HttpHeader> headers) {
            for (ListIterator<HttpField> i = listIterator(0); i.hasNext(); ) {
                HttpHeader header = i.next().getHeader();
                if (header != null && headers.contains(header)) {
                    i.remove();
                }
            }
            return this;
        }

        default Mutable remove(String name) {
            for (ListIterator<HttpField> i = listIterator(0); i.hasNext(); ) {
                if (i.next().is(name)) {
                    i.remove();
                }
            }
            return this;
        }

        /**
         * Fields that are seen and may be replaced or refused on their way into other fields.
         *
         * <p>Every change ends in {@link #onAddField}, {@link #onRemoveField} or {@link #onReplaceField}.
         */
        class Wrapper implements Mutable {
            private final Mutable wrapped;

            public Wrapper(Mutable fields) {
                this.wrapped = fields;
            }

            public Mutable getWrapped() {
                return wrapped;
            }

            /** A field is to be added: what to add instead, null for nothing. */
            public @Nullable HttpField onAddField(HttpField field) {
                return field;
            }

            /** A field is to be removed: whether it may. */
            public boolean onRemoveField(HttpField field) {
                return true;
            }

            /** A field is to be replaced: what by, null to leave it. */
            public HttpField onReplaceField(HttpField oldField, HttpField newField) {
                return newField;
            }

            @Override
            public int size() {
                return wrapped.size();
            }

            @Override
            public HttpField getField(int index) {
                return wrapped.getField(index);
            }

            @Override
            public @Nullable HttpField getField(HttpHeader header) {
                return wrapped.getField(header);
            }

            @Override
            public boolean contains(HttpHeader header) {
                return wrapped.contains(header);
            }

            @Override
            public Mutable add(@Nullable HttpField field) {
                HttpField added = field == null ? null : onAddField(field);
                if (added != null) {
                    wrapped.add(added);
                }
                return this;
            }

            @Override
            public Mutable put(HttpField field) {
                HttpHeader header = field.getHeader();
                boolean replaces = header == null ? contains(field.getName()) : contains(header);
                return replaces ? Mutable.super.put(field) : add(field);
            }

            @Override
            public Mutable remove(HttpHeader header) {
                return contains(header) ? Mutable.super.remove(header) : this;
            }

            @Override
            public ListIterator<HttpField> listIterator(int index) {
                return new Observed(wrapped.listIterator(index));
            }

            @Override
            public String toString() {
                return asString();
            }

            /** Asks the wrapper before each change. */
            private final class Observed implements ListIterator<HttpField> {
                private final ListIterator<HttpField> i;
                private @Nullable HttpField last;

                private Observed(ListIterator<HttpField> i) {
                    this.i = i;
                }

                @Override
                public boolean hasNext() {
                    return i.hasNext();
                }

                @Override
                public HttpField next() {
                    return last = i.next();
                }

                @Override
                public boolean hasPrevious() {
                    return i.hasPrevious();
                }

                @Override
                public HttpField previous() {
                    return last = i.previous();
                }

                @Override
                public int nextIndex() {
                    return i.nextIndex();
                }

                @Override
                public int previousIndex() {
                    return i.previousIndex();
                }

                @Override
                public void remove() {
                    if (last == null) {
                        throw new IllegalStateException("remove() before next()");
                    }
                    if (onRemoveField(last)) {
                        i.remove();
                    }
                    last = null;
                }

                @Override
                public void set(@Nullable HttpField field) {
                    if (last == null) {
                        throw new IllegalStateException("set() before next()");
                    }
                    if (field == null) {
                        remove();
                        return;
                    }
                    HttpField replacement = onReplaceField(last, field);
                    if (replacement == null) {
                        return;
                    }
                    i.set(replacement);
                    last = replacement;
                }

                @Override
                public void add(@Nullable HttpField field) {
                    HttpField added = field == null ? null : onAddField(field);
                    if (added != null) {
                        i.add(added);
                    }
                }
            }
        }
    }
}
