package org.eclipse.jetty.util;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map whose keys have several values. Not thread-safe. */
public class MultiMap<V> extends LinkedHashMap<String, List<V>> {
    public MultiMap() {}

    public MultiMap(Map<String, List<V>> map) {
        super(map);
    }

    public MultiMap(MultiMap<V> map) {
        for (Map.Entry<String, List<V>> entry : map.entrySet()) {
            put(entry.getKey(), new ArrayList<>(entry.getValue()));
        }
    }

    /** The values. */
    public @Nullable List<V> getValues(String name) {
        List<V> values = get(name);
        return values == null || values.isEmpty() ? null : values;
    }

    /** The first value. */
    public @Nullable V getValue(String name) {
        return getValue(name, 0);
    }

    public @Nullable V getValue(String name, int i) {
        List<V> values = getValues(name);
        return values == null || i >= values.size() ? null : values.get(i);
    }

    /** The values, joined by a comma. */
    public @Nullable String getString(String name) {
        List<V> values = get(name);
        if (values == null || values.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (V value : values) {
            if (value == null) {
                continue;
            }
            if (!text.isEmpty()) {
                text.append(',');
            }
            text.append(value);
        }
        return text.toString();
    }

    /** Sets the only value. */
    public List<V> put(String name, @Nullable V value) {
        if (value == null) {
            return super.put(name, null);
        }
        List<V> values = new ArrayList<>(1);
        values.add(value);
        return put(name, values);
    }

    public void putAllValues(Map<String, V> input) {
        for (Map.Entry<String, V> entry : input.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    public List<V> putValues(String name, List<V> values) {
        return super.put(name, values);
    }

    @SafeVarargs
    public final List<V> putValues(String name, V... values) {
        List<V> list = new ArrayList<>(values.length);
        for (V value : values) {
            list.add(value);
        }
        return super.put(name, list);
    }

    public void add(String name, V value) {
        List<V> values = get(name);
        if (values == null) {
            values = new ArrayList<>(1);
            super.put(name, values);
        }
        values.add(value);
    }

    public void addValues(String name, List<V> values) {
        List<V> all = get(name);
        if (all == null) {
            super.put(name, new ArrayList<>(values));
        } else {
            all.addAll(values);
        }
    }

    public void addValues(String name, V[] values) {
        addValues(name, Arrays.asList(values));
    }

    /** Adds all values; returns whether a key had values before. */
    public boolean addAllValues(@Nullable MultiMap<V> map) {
        boolean merged = false;
        if (map == null) {
            return false;
        }
        for (Map.Entry<String, List<V>> entry : map.entrySet()) {
            merged |= containsKey(entry.getKey());
            addValues(entry.getKey(), entry.getValue());
        }
        return merged;
    }

    public boolean removeValue(String name, V value) {
        List<V> values = get(name);
        if (values == null || !values.remove(value)) {
            return false;
        }
        if (values.isEmpty()) {
            remove(name);
        }
        return true;
    }

    public boolean containsSimpleValue(V value) {
        for (List<V> values : values()) {
            if (values.size() == 1 && values.contains(value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (Map.Entry<String, List<V>> entry : entrySet()) {
            if (text.length() > 1) {
                text.append(", ");
            }
            List<V> values = entry.getValue();
            text.append(entry.getKey()).append('=');
            text.append(values != null && values.size() == 1 ? values.get(0) : values);
        }
        return text.append('}').toString();
    }

    public Map<String, String[]> toStringArrayMap() {
        Map<String, String[]> map = new LinkedHashMap<>(size() * 3 / 2);
        for (Map.Entry<String, List<V>> entry : entrySet()) {
            List<V> values = entry.getValue();
            String[] array = new String[values == null ? 0 : values.size()];
            for (int i = 0; i < array.length; i++) {
                array[i] = values.get(i) == null ? null : values.get(i).toString();
            }
            map.put(entry.getKey(), array);
        }
        return map;
    }
}
