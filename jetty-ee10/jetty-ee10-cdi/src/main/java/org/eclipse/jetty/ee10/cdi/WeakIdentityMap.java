package org.eclipse.jetty.ee10.cdi;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Values of objects that are told apart by identity and held weakly; the values are not to hold them. Thread-safe. */
final class WeakIdentityMap<V> {
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final Map<Key, V> values = new ConcurrentHashMap<>();

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        private Key(Object object, @Nullable ReferenceQueue<Object> queue) {
            super(object, queue);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object o) {
            if (this == o) {
                return true;
            }
            Object object = get();
            return object != null && o instanceof Key other && other.get() == object;
        }
    }

    void put(Object object, V value) {
        expunge();
        values.put(new Key(object, collected), value);
    }

    /** Returns the value, or null if there is none. */
    V remove(Object object) {
        expunge();
        return values.remove(new Key(object, null));
    }

    int size() {
        expunge();
        return values.size();
    }

    private void expunge() {
        for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
            values.remove(key);
        }
    }
}
