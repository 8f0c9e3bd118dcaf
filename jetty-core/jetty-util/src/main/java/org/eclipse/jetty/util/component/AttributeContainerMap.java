package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** Attributes whose values are beans of the container. Thread-safe. */
public class AttributeContainerMap extends ContainerLifeCycle implements Attributes {
    private final Map<String, Object> map = new ConcurrentHashMap<>();

    public AttributeContainerMap() {}

    @Override
    public Object setAttribute(String name, @Nullable Object value) {
        if (value == null) {
            return removeAttribute(name);
        }
        Object old = map.put(name, value);
        updateBean(old, value);
        return old;
    }

    @Override
    public Object removeAttribute(String name) {
        Object old = map.remove(name);
        if (old != null) {
            removeBean(old);
        }
        return old;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return map.get(name);
    }

    @Override
    public Set<String> getAttributeNameSet() {
        return Set.copyOf(map.keySet());
    }

    @Override
    public Map<String, Object> asAttributeMap() {
        return java.util.Collections.unmodifiableMap(map);
    }

    @Override
    public void clearAttributes() {
        map.clear();
        removeBeans();
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObject(out, this);
        Dumpable.dumpMapEntries(out, indent, map, true);
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public String toString() {
        return String.format("%s@%x{size=%d}", getClass().getSimpleName(), hashCode(), map.size());
    }
}
