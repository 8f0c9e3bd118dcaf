package org.eclipse.jetty.util;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks values up by names, or by the longest name with which some text begins, without allocation. Names are
 * case-insensitive in ASCII unless built otherwise; bytes are ISO-8859-1.
 *
 * <p>An index that is not {@link Mutable} is thread-safe.
 */
public interface Index<V> {
    /** The value of this name. */
    @Nullable
    V get(String s);

    @Nullable
    V get(ByteBuffer b);

    @Nullable
    V get(String s, int offset, int len);

    @Nullable
    V get(ByteBuffer b, int offset, int len);

    default boolean contains(String s) {
        return get(s) != null;
    }

    /** The value of the longest name with which the text begins. */
    @Nullable
    V getBest(String s, int offset, int len);

    @Nullable
    V getBest(String s);

    /** The same in the remaining bytes: the offset is relative to the position. */
    @Nullable
    V getBest(ByteBuffer b, int offset, int len);

    default @Nullable V getBest(ByteBuffer b) {
        return getBest(b, 0, b.remaining());
    }

    @Nullable
    V getBest(byte[] b, int offset, int len);

    default @Nullable V getBest(byte[] b) {
        return getBest(b, 0, b.length);
    }

    boolean isEmpty();

    int size();

    /** A copy of the names. */
    Set<String> keySet();

    /** An index that can be changed. Not thread-safe. */
    interface Mutable<V> extends Index<V> {
        /** Returns false when the index is full. */
        boolean put(String s, V value);

        /** Puts a value under its toString(). */
        boolean put(V value);

        @Nullable
        V remove(String s);

        void clear();

        class Builder<V> extends Index.Builder<V> {
            private int maxCapacity = -1;

            Builder(boolean caseSensitive, Map<String, V> contents) {
                super(caseSensitive, contents);
            }

            /** The most characters of all names together, -1 for no limit. */
            public Builder<V> maxCapacity(int capacity) {
                maxCapacity = capacity;
                return this;
            }

            @Override
            public Builder<V> mutable() {
                return this;
            }

            @Override
            public Mutable<V> build() {
                Trie<V> trie = new Trie<>(caseSensitive, maxCapacity);
                for (Map.Entry<String, V> entry : contents.entrySet()) {
                    if (!trie.put(entry.getKey(), entry.getValue())) {
                        throw new IllegalStateException("more than the capacity of " + maxCapacity + " characters");
                    }
                }
                return trie;
            }
        }
    }

    /** Builds an index: case-insensitive, unless told otherwise. */
    class Builder<V> {
        final Map<String, V> contents;
        boolean caseSensitive;

        public Builder() {
            this(false, new LinkedHashMap<>());
        }

        Builder(boolean caseSensitive, Map<String, V> contents) {
            this.caseSensitive = caseSensitive;
            this.contents = contents;
        }

        public Builder<V> caseSensitive(boolean caseSensitive) {
            this.caseSensitive = caseSensitive;
            return this;
        }

        public Builder<V> withAll(V[] values, Function<V, String> keyFunction) {
            for (V value : values) {
                with(keyFunction.apply(value), value);
            }
            return this;
        }

        public Builder<V> withAll(Supplier<Map<String, V>> entriesSupplier) {
            for (Map.Entry<String, V> entry : entriesSupplier.get().entrySet()) {
                with(entry.getKey(), entry.getValue());
            }
            return this;
        }

        public Builder<V> with(V value) {
            return with(value.toString(), value);
        }

        public Builder<V> with(String key, V value) {
            contents.put(key, value);
            return this;
        }

        public Mutable.Builder<V> mutable() {
            return new Mutable.Builder<>(caseSensitive, contents);
        }

        public Index<V> build() {
            return new Mutable.Builder<>(caseSensitive, contents).build();
        }

        @Override
        public String toString() {
            return String.format("%s{caseSensitive=%b,%s}", getClass().getSimpleName(), caseSensitive, contents);
        }
    }

    static <V> Mutable<V> buildMutableVisibleAsciiAlphabet(boolean caseSensitive, int maxCapacity) {
        return new Mutable.Builder<V>(caseSensitive, Map.of())
                .maxCapacity(maxCapacity)
                .build();
    }

    static <V> Index<V> empty(boolean caseSensitive) {
        return new Builder<V>().caseSensitive(caseSensitive).build();
    }
}
