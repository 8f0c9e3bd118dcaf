package org.eclipse.jetty.util;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names with one or more values each, such as parameters, in the order of their first appearance. Not thread-safe.
 *
 * <p>A few case-sensitive names, as most requests have, sit in an array that is searched; more of them, or who asks for a
 * view of all, get a map.
 */
public class Fields implements Iterable<Fields.Field> {
    public static final Fields EMPTY = new Fields(Collections.emptyMap());
    private static final int FEW = 8;
    private static final Field[] NONE = {};

    private Field[] few = NONE;
    private int count;
    /** Null while the fields are few. */
    private @Nullable Map<String, Field> fields;

    /** Fields with case-insensitive names. */
    public Fields() {
        this(false);
    }

    public Fields(boolean caseSensitive) {
        if (!caseSensitive) {
            fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        }
    }

    public Fields(MultiMap<String> params) {
        this(true);
        for (Map.Entry<String, List<String>> entry : params.entrySet()) {
            put(new Field(entry.getKey(), entry.getValue()));
        }
    }

    public Fields(Map<String, Field> fields) {
        this.fields = fields;
    }

    public Fields(Fields fields) {
        this(!(fields.fields instanceof TreeMap));
        for (Field field : fields) {
            put(field);
        }
    }

    /** All of them as a map, which holds them from now on. */
    private Map<String, Field> map() {
        if (fields == null) {
            Map<String, Field> map = new LinkedHashMap<>();
            for (int i = 0; i < count; i++) {
                map.put(few[i].name, few[i]);
            }
            fields = map;
            few = NONE;
            count = 0;
        }
        return fields;
    }

    private int indexOf(String name) {
        for (int i = 0; i < count; i++) {
            if (few[i].name.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    public Fields asImmutable() {
        return new Fields(Collections.unmodifiableMap(map()));
    }

    @Override
    public boolean equals(Object obj) {
        if (this == obj) {
            return true;
        }
        if (!(obj instanceof Fields that) || getSize() != that.getSize()) {
            return false;
        }
        for (Field field : this) {
            if (!field.equals(that.get(field.getName()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Field field : this) {
            hash += field.hashCode();
        }
        return hash;
    }

    public Set<String> getNames() {
        return map().keySet();
    }

    public Stream<Field> stream() {
        return map().values().stream();
    }

    public @Nullable Field get(String name) {
        if (fields != null) {
            return fields.get(name);
        }
        int i = indexOf(name);
        return i < 0 ? null : few[i];
    }

    /** The first value. */
    public @Nullable String getValue(String name) {
        Field field = get(name);
        return field == null ? null : field.getValue();
    }

    /** The values. */
    public @Nullable List<String> getValues(String name) {
        Field field = get(name);
        return field == null ? null : field.getValues();
    }

    public List<String> getValuesOrEmpty(String name) {
        Field field = get(name);
        return field == null ? List.of() : field.getValues();
    }

    /** Sets the only value. */
    public void put(String name, String value) {
        put(new Field(name, value));
    }

    public void put(@Nullable Field field) {
        if (field == null) {
            return;
        }
        if (fields == null) {
            int i = indexOf(field.name);
            if (i >= 0) {
                few[i] = field;
                return;
            }
            if (count < FEW && field.name != null) {
                if (few.length == 0) {
                    few = new Field[4];
                } else if (count == few.length) {
                    few = Arrays.copyOf(few, FEW);
                }
                few[count++] = field;
                return;
            }
        }
        map().put(field.name, field);
    }

    /** Adds a value. */
    public void add(String name, String value) {
        Field old = get(name);
        put(old == null ? new Field(name, value) : old.with(value));
    }

    public void add(String name, String @Nullable ... values) {
        if (values == null || values.length == 0) {
            if (get(name) == null) {
                put(new Field(name, List.of()));
            }
            return;
        }
        for (String value : values) {
            add(name, value);
        }
    }

    public void add(Field field) {
        Field old = get(field.getName());
        if (old == null) {
            put(field);
        } else {
            List<String> values = new ArrayList<>(old.getValues());
            values.addAll(field.getValues());
            put(new Field(old.getName(), values));
        }
    }

    public void addAll(Fields more) {
        for (Field field : more) {
            add(field);
        }
    }

    public Field remove(String name) {
        return map().remove(name);
    }

    public void clear() {
        map().clear();
    }

    public boolean isEmpty() {
        return getSize() == 0;
    }

    public int getSize() {
        return fields == null ? count : fields.size();
    }

    @Override
    public Iterator<Field> iterator() {
        return map().values().iterator();
    }

    public Map<String, String[]> toStringArrayMap() {
        Map<String, String[]> result = new LinkedHashMap<>();
        if (fields == null) {
            for (int i = 0; i < count; i++) {
                result.put(few[i].name, few[i].toArray());
            }
        } else {
            for (Field field : this) {
                result.put(field.getName(), field.toArray());
            }
        }
        return result;
    }

    public MultiMap<String> toMultiMap() {
        MultiMap<String> result = new MultiMap<>();
        for (Field field : this) {
            result.addValues(field.getName(), field.getValues());
        }
        return result;
    }

    @Override
    public String toString() {
        return map().values().toString();
    }

    /** New fields with those of both; either may be null, and when it is null or empty the other one is returned. */
    public static Fields combine(@Nullable Fields a, @Nullable Fields b) {
        if (b == null || b.isEmpty()) {
            return a == null ? EMPTY : a;
        }
        if (a == null || a.isEmpty()) {
            return b;
        }
        Fields result = new Fields(a);
        result.addAll(b);
        return result;
    }

    /** A name with its values. Immutable. */
    public static class Field {
        private final String name;
        private final @Nullable String value;
        /** Null while there is the one value, and nobody asked for a list. */
        private @Nullable List<String> values;

        public Field(String name, @Nullable String value) {
            this.name = name;
            this.value = value;
        }

        public Field(String name, List<String> values) {
            this.name = name;
            this.value = values.isEmpty() ? null : values.get(0);
            this.values = Collections.unmodifiableList(new ArrayList<>(values));
        }

        private Field with(String another) {
            List<String> old = getValues();
            List<String> more = new ArrayList<>(old.size() + 1);
            more.addAll(old);
            more.add(another);
            return new Field(name, more);
        }

        private String[] toArray() {
            return values == null ? new String[] {value} : values.toArray(new String[0]);
        }

        @Override
        public boolean equals(@Nullable Object obj) {
            return obj instanceof Field that
                    && name.equalsIgnoreCase(that.name)
                    && getValues().equals(that.getValues());
        }

        @Override
        public int hashCode() {
            return Objects.hash(name.toLowerCase(java.util.Locale.ROOT), getValues());
        }

        public String getName() {
            return name;
        }

        /** The first value. */
        public @Nullable String getValue() {
            return value;
        }

        public @Nullable Integer getValueAsInt() {
            return value == null ? null : Integer.valueOf(value);
        }

        public List<String> getValues() {
            List<String> list = values;
            if (list == null) {
                values = list = Collections.singletonList(value);
            }
            return list;
        }

        public boolean hasMultipleValues() {
            return values != null && values.size() > 1;
        }

        @Override
        public String toString() {
            return name + "=" + getValues();
        }
    }
}
