package org.eclipse.jetty.util;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A tree of names that share their beginnings: each node has a label, and its children are found by the low bits of the
 * first character of theirs, in a table just large enough that no two collide. Not thread-safe while it is changed.
 */
final class Trie<V> implements Index.Mutable<V> {
    private static final char[] NO_LABEL = {};

    private static final class Node<V> {
        private char[] label;
        private Node<V> @Nullable [] children;
        private int mask;
        private @Nullable String key;
        private @Nullable V value;

        private Node(char[] label) {
            this.label = label;
        }

        private @Nullable Node<V> child(char c) {
            if (children == null) {
                return null;
            }
            Node<V> child = children[c & mask];
            return child != null && child.label[0] == c ? child : null;
        }

        private void add(Node<V> child) {
            Node<V>[] old = children;
            int size = old == null ? 1 : old.length;
            while (!fits(old, child, size)) {
                size *= 2;
            }
            Node<V>[] table = newTable(size);
            if (old != null) {
                for (Node<V> node : old) {
                    if (node != null) {
                        table[node.label[0] & size - 1] = node;
                    }
                }
            }
            table[child.label[0] & size - 1] = child;
            children = table;
            mask = size - 1;
        }

        private boolean fits(Node<V> @Nullable [] old, Node<V> child, int size) {
            boolean[] taken = new boolean[size];
            taken[child.label[0] & size - 1] = true;
            if (old == null) {
                return true;
            }
            for (Node<V> node : old) {
                if (node == null || node.label[0] == child.label[0]) {
                    continue;
                }
                int slot = node.label[0] & size - 1;
                if (taken[slot]) {
                    return false;
                }
                taken[slot] = true;
            }
            return true;
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
        private static <V> Node<V>[] newTable(int size) {
            return new Node[size];
        }

        /** Makes two nodes of this one: the label up to there, and the rest. */
        private void split(int at) {
            Node<V> rest = new Node<>(Arrays.copyOfRange(label, at, label.length));
            rest.children = children;
            rest.mask = mask;
            rest.key = key;
            rest.value = value;
            label = Arrays.copyOf(label, at);
            children = null;
            key = null;
            value = null;
            add(rest);
        }
    }

    private final boolean caseSensitive;
    private final int maxCapacity;
    private Node<V> root = new Node<>(NO_LABEL);
    private int size;
    private int characters;

    Trie(boolean caseSensitive, int maxCapacity) {
        this.caseSensitive = caseSensitive;
        this.maxCapacity = maxCapacity;
    }

    private char fold(char c) {
        return caseSensitive || c < 'A' || c > 'Z' ? c : (char) (c | 0x20);
    }

    @Override
    public boolean put(String s, @Nullable V value) {
        if (value == null) {
            remove(s);
            return true;
        }
        Node<V> node = root;
        int i = 0;
        while (i < s.length()) {
            Node<V> child = node.child(fold(s.charAt(i)));
            if (child == null) {
                int rest = s.length() - i;
                if (maxCapacity >= 0 && characters + rest > maxCapacity) {
                    return false;
                }
                char[] label = new char[rest];
                for (int j = 0; j < rest; j++) {
                    label[j] = fold(s.charAt(i + j));
                }
                child = new Node<>(label);
                node.add(child);
                characters += rest;
                i = s.length();
            } else {
                int match = 1;
                while (match < child.label.length
                        && i + match < s.length()
                        && child.label[match] == fold(s.charAt(i + match))) {
                    match++;
                }
                int rest = s.length() - i - match;
                if (match < child.label.length) {
                    if (maxCapacity >= 0 && characters + rest > maxCapacity) {
                        return false;
                    }
                    child.split(match);
                }
                i += match;
            }
            node = child;
        }
        if (node.value == null) {
            size++;
        }
        node.key = s;
        node.value = value;
        return true;
    }

    @Override
    public boolean put(V value) {
        return put(value.toString(), value);
    }

    @Override
    public @Nullable V remove(String s) {
        Node<V> node = find(s, 0, s.length());
        if (node == null || node.value == null) {
            return null;
        }
        V old = node.value;
        node.value = null;
        node.key = null;
        size--;
        if (size == 0) {
            clear();
        }
        return old;
    }

    @Override
    public void clear() {
        root = new Node<>(NO_LABEL);
        size = 0;
        characters = 0;
    }

    private @Nullable Node<V> find(String s, int offset, int len) {
        Node<V> node = root;
        int i = 0;
        while (i < len) {
            node = node.child(fold(s.charAt(offset + i)));
            if (node == null || i + node.label.length > len) {
                return null;
            }
            char[] label = node.label;
            for (int j = 1; j < label.length; j++) {
                if (label[j] != fold(s.charAt(offset + i + j))) {
                    return null;
                }
            }
            i += label.length;
        }
        return node;
    }

    @Override
    public @Nullable V get(String s) {
        return get(s, 0, s.length());
    }

    @Override
    public @Nullable V get(String s, int offset, int len) {
        Node<V> node = find(s, offset, len);
        return node == null ? null : node.value;
    }

    @Override
    public @Nullable V get(ByteBuffer b) {
        return get(b, 0, b.remaining());
    }

    @Override
    public @Nullable V get(ByteBuffer b, int offset, int len) {
        int start = b.position() + offset;
        Node<V> node = root;
        int i = 0;
        while (i < len) {
            node = node.child(fold((char) (b.get(start + i) & 0xff)));
            if (node == null || i + node.label.length > len) {
                return null;
            }
            char[] label = node.label;
            for (int j = 1; j < label.length; j++) {
                if (label[j] != fold((char) (b.get(start + i + j) & 0xff))) {
                    return null;
                }
            }
            i += label.length;
        }
        return node.value;
    }

    @Override
    public @Nullable V getBest(String s) {
        return getBest(s, 0, s.length());
    }

    @Override
    public @Nullable V getBest(String s, int offset, int len) {
        int available = Math.min(len, s.length() - offset);
        Node<V> node = root;
        V best = node.value;
        int i = 0;
        while (i < available) {
            node = node.child(fold(s.charAt(offset + i)));
            if (node == null || i + node.label.length > available) {
                return best;
            }
            char[] label = node.label;
            for (int j = 1; j < label.length; j++) {
                if (label[j] != fold(s.charAt(offset + i + j))) {
                    return best;
                }
            }
            i += label.length;
            if (node.value != null) {
                best = node.value;
            }
        }
        return best;
    }

    @Override
    public @Nullable V getBest(ByteBuffer b, int offset, int len) {
        if (b.hasArray()) {
            return getBest(b.array(), b.arrayOffset() + b.position() + offset, Math.min(len, b.remaining() - offset));
        }
        int start = b.position() + offset;
        int available = Math.min(len, b.remaining() - offset);
        Node<V> node = root;
        V best = node.value;
        int i = 0;
        while (i < available) {
            node = node.child(fold((char) (b.get(start + i) & 0xff)));
            if (node == null || i + node.label.length > available) {
                return best;
            }
            char[] label = node.label;
            for (int j = 1; j < label.length; j++) {
                if (label[j] != fold((char) (b.get(start + i + j) & 0xff))) {
                    return best;
                }
            }
            i += label.length;
            if (node.value != null) {
                best = node.value;
            }
        }
        return best;
    }

    @Override
    public @Nullable V getBest(byte[] b, int offset, int len) {
        int available = Math.min(len, b.length - offset);
        Node<V> node = root;
        V best = node.value;
        int i = 0;
        while (i < available) {
            node = node.child(fold((char) (b[offset + i] & 0xff)));
            if (node == null || i + node.label.length > available) {
                return best;
            }
            char[] label = node.label;
            for (int j = 1; j < label.length; j++) {
                if (label[j] != fold((char) (b[offset + i + j] & 0xff))) {
                    return best;
                }
            }
            i += label.length;
            if (node.value != null) {
                best = node.value;
            }
        }
        return best;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Set<String> keySet() {
        Set<String> keys = new TreeSet<>();
        collect(root, keys);
        return keys;
    }

    private static <V> void collect(Node<V> node, Set<String> keys) {
        if (node.key != null) {
            keys.add(node.key);
        }
        if (node.children == null) {
            return;
        }
        for (Node<V> child : node.children) {
            if (child != null) {
                collect(child, keys);
            }
        }
    }

    @Override
    public String toString() {
        return String.format("Index@%x{caseSensitive=%b,%s}", hashCode(), caseSensitive, keySet());
    }
}
