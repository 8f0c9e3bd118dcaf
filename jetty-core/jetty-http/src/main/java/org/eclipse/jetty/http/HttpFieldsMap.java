package org.eclipse.jetty.http;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fields as a map of names, in any case, to lists of values; a live view. As thread-safe as the fields are. */
abstract class HttpFieldsMap extends AbstractMap<String, List<String>> {
    private final HttpFields fields;

    private HttpFieldsMap(HttpFields fields) {
        this.fields = fields;
    }

    @Override
    public @Nullable List<String> get(Object key) {
        if (!(key instanceof String name)) {
            return null;
        }
        List<String> values = fields.getValuesList(name);
        return values.isEmpty() ? null : values;
    }

    @Override
    public boolean containsKey(Object key) {
        return key instanceof String name && fields.contains(name);
    }

    @Override
    public Set<Map.Entry<String, List<String>>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return fields.getFieldNamesCollection().size();
            }

            @Override
            public Iterator<Map.Entry<String, List<String>>> iterator() {
                Iterator<String> names = fields.getFieldNamesCollection().iterator();
                return new Iterator<>() {
                    private @Nullable String last;

                    @Override
                    public boolean hasNext() {
                        return names.hasNext();
                    }

                    @Override
                    public Map.Entry<String, List<String>> next() {
                        last = names.next();
                        return new Entry(last);
                    }

                    @Override
                    public void remove() {
                        if (last == null) {
                            throw new IllegalStateException("remove() before next()");
                        }
                        HttpFieldsMap.this.remove(last);
                        last = null;
                    }
                };
            }
        };
    }

    private final class Entry extends SimpleEntry<String, List<String>> {
        private Entry(String name) {
            super(name, fields.getValuesList(name));
        }

        @Override
        public List<String> setValue(List<String> values) {
            HttpFieldsMap.this.put(getKey(), values);
            return super.setValue(values);
        }
    }

    static final class Immutable extends HttpFieldsMap {
        Immutable(HttpFields fields) {
            super(fields);
        }
    }

    static final class Mutable extends HttpFieldsMap {
        private final HttpFields.Mutable mutable;

        Mutable(HttpFields.Mutable fields) {
            super(fields);
            this.mutable = fields;
        }

        @Override
        public @Nullable List<String> put(String name, List<String> values) {
            List<String> old = get(name);
            mutable.put(name, values);
            return old;
        }

        @Override
        public @Nullable List<String> remove(Object key) {
            List<String> old = get(key);
            if (old != null) {
                mutable.remove((String) key);
            }
            return old;
        }
    }
}
