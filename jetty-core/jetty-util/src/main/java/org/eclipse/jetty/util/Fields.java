package org.eclipse.jetty.util;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Names with one or more values each, such as parameters, in the order of their first appearance. Not thread-safe. */
public class Fields implements Iterable<Fields.Field> {
    public static final Fields EMPTY = new Fields(Collections.emptyMap());

    private final Map<String, Field> fields;

    /** Fields with case-insensitive names. */
    public Fields() {
        this(false);
    }

    public Fields(boolean caseSensitive) {
        this(caseSensitive ? new LinkedHashMap<>() : new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
    }

    public Fields(MultiMap<String> params) {
        this(true);
        for (Map.Entry<String, List<String>> entry : params.entrySet())
            fields.put(entry.getKey(), new Field(entry.getKey(), entry.getValue()));
    }

    public Fields(Map<String, Field> fields) {
        this.fields = fields;
    }

    public Fields(Fields fields) {
        this(fields.fields instanceof TreeMap ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new LinkedHashMap<>());
        this.fields.putAll(fields.fields);
    }

    public Fields asImmutable() {
        return new Fields(Collections.unmodifiableMap(fields));
    }

    @Override
    public boolean equals(Object obj) {
        if (this == obj) return true;
        if (!(obj instanceof Fields that) || getSize() != that.getSize()) return false;
        for (Field field : this) if (!field.equals(that.get(field.getName()))) return false;
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Field field : this) hash += field.hashCode();
        return hash;
    }

    public Set<String> getNames() {
        return fields.keySet();
    }

    public Stream<Field> stream() {
        return fields.values().stream();
    }

    public Field get(String name) {
        return fields.get(name);
    }

    /** The first value, or null. */
    public String getValue(String name) {
        Field field = get(name);
        return field == null ? null : field.getValue();
    }

    /** The values, or null. */
    public List<String> getValues(String name) {
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

    public void put(Field field) {
        if (field != null) fields.put(field.getName(), field);
    }

    /** Adds a value. */
    public void add(String name, String value) {
        Field old = fields.get(name);
        fields.put(name, old == null ? new Field(name, value) : old.with(value));
    }

    public void add(String name, String... values) {
        if (values == null || values.length == 0) {
            fields.computeIfAbsent(name, n -> new Field(n, List.of()));
            return;
        }
        for (String value : values) add(name, value);
    }

    public void add(Field field) {
        Field old = fields.get(field.getName());
        if (old == null) {
            fields.put(field.getName(), field);
        } else {
            List<String> values = new ArrayList<>(old.getValues());
            values.addAll(field.getValues());
            fields.put(old.getName(), new Field(old.getName(), values));
        }
    }

    public void addAll(Fields more) {
        for (Field field : more) add(field);
    }

    public Field remove(String name) {
        return fields.remove(name);
    }

    public void clear() {
        fields.clear();
    }

    public boolean isEmpty() {
        return fields.isEmpty();
    }

    public int getSize() {
        return fields.size();
    }

    @Override
    public Iterator<Field> iterator() {
        return fields.values().iterator();
    }

    public Map<String, String[]> toStringArrayMap() {
        Map<String, String[]> result = new LinkedHashMap<>();
        for (Field field : this) result.put(field.getName(), field.getValues().toArray(new String[0]));
        return result;
    }

    public MultiMap<String> toMultiMap() {
        MultiMap<String> result = new MultiMap<>();
        for (Field field : this) result.addValues(field.getName(), field.getValues());
        return result;
    }

    @Override
    public String toString() {
        return fields.values().toString();
    }

    /** New fields with those of both; either may be null, and when it is null or empty the other one is returned. */
    public static Fields combine(Fields a, Fields b) {
        if (b == null || b.isEmpty()) return a == null ? EMPTY : a;
        if (a == null || a.isEmpty()) return b;
        Fields result = new Fields(a);
        result.addAll(b);
        return result;
    }

    /** A name with its values. Immutable. */
    public static class Field {
        private final String name;
        private final List<String> values;

        public Field(String name, String value) {
            this.name = name;
            this.values = Collections.singletonList(value);
        }

        public Field(String name, List<String> values) {
            this.name = name;
            this.values = Collections.unmodifiableList(new ArrayList<>(values));
        }

        private Field with(String value) {
            List<String> more = new ArrayList<>(values.size() + 1);
            more.addAll(values);
            more.add(value);
            return new Field(name, more);
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof Field that && name.equalsIgnoreCase(that.name) && values.equals(that.values);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name.toLowerCase(java.util.Locale.ROOT), values);
        }

        public String getName() {
            return name;
        }

        /** The first value, or null. */
        public String getValue() {
            return values.isEmpty() ? null : values.get(0);
        }

        public Integer getValueAsInt() {
            String value = getValue();
            return value == null ? null : Integer.valueOf(value);
        }

        public List<String> getValues() {
            return values;
        }

        public boolean hasMultipleValues() {
            return values.size() > 1;
        }

        @Override
        public String toString() {
            return name + "=" + values;
        }
    }
}
