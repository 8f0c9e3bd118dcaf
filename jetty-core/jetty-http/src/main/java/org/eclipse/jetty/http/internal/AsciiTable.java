package org.eclipse.jetty.http.internal;

import org.jspecify.annotations.Nullable;

/**
 * A fixed table from ASCII names to values, looked up by text or by raw bytes without creating a String.
 *
 * <p>Open addressing over a power of two, hashed by length and three characters of the name with the case bit set, so
 * that building it is one pass and a look-up touches one or two slots. Thread-safe once filled.
 *
 * @param <V> the type of the values
 */
public final class AsciiTable<V> {
    private final boolean caseSensitive;
    private final String[] names;
    private final Object[] values;
    private final int mask;

    /** Makes a table for at most {@code capacity} names. */
    public AsciiTable(int capacity, boolean caseSensitive) {
        int size = Integer.highestOneBit(Math.max(4, capacity) * 4 - 1);
        this.caseSensitive = caseSensitive;
        this.names = new String[size];
        this.values = new Object[size];
        this.mask = size - 1;
    }

    /** Adds a name, replacing its former value. */
    public void put(String name, V value) {
        int length = name.length();
        int slot = hash(
                length,
                length == 0 ? 0 : name.charAt(0),
                length == 0 ? 0 : name.charAt(length >> 1),
                length == 0 ? 0 : name.charAt(length - 1));
        for (int i = slot & mask; ; i = (i + 1) & mask) {
            if (names[i] == null || names[i].equals(name)) {
                names[i] = name;
                values[i] = value;
                return;
            }
        }
    }

    /** The value of a name. */
    @SuppressWarnings("unchecked")
    public @Nullable V get(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            return null;
        }
        int length = name.length();
        int slot = hash(length, name.charAt(0), name.charAt(length >> 1), name.charAt(length - 1));
        for (int i = slot & mask; ; i = (i + 1) & mask) {
            String candidate = names[i];
            if (candidate == null) {
                return null;
            }
            if (candidate.length() == length
                    && (caseSensitive ? candidate.equals(name) : equalsIgnoreCase(candidate, name))) {
                return (V) values[i];
            }
        }
    }

    /** The value of the name in {@code bytes[from, to)}. */
    @SuppressWarnings("unchecked")
    public @Nullable V get(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length <= 0) {
            return null;
        }
        int slot = hash(length, bytes[from], bytes[from + (length >> 1)], bytes[to - 1]);
        for (int i = slot & mask; ; i = (i + 1) & mask) {
            String candidate = names[i];
            if (candidate == null) {
                return null;
            }
            if (candidate.length() == length && matches(candidate, bytes, from)) {
                return (V) values[i];
            }
        }
    }

    private boolean matches(String name, byte[] bytes, int from) {
        for (int i = name.length(); i-- > 0; ) {
            int a = name.charAt(i);
            int b = bytes[from + i];
            if (a != b && (caseSensitive || lower(a) != lower(b))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalsIgnoreCase(String a, String b) {
        for (int i = a.length(); i-- > 0; ) {
            int x = a.charAt(i);
            int y = b.charAt(i);
            if (x != y && lower(x) != lower(y)) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }

    private static int hash(int length, int first, int middle, int last) {
        int h = length * 31 + (first | 0x20) * 7 + (middle | 0x20) * 131 + (last | 0x20) * 17;
        return h ^ (h >>> 7);
    }
}
