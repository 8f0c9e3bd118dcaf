package org.eclipse.jetty.util;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Attributes in a map. Equal to all attributes with the same names and values. */
abstract class MapAttributes implements Attributes {
    /** The map, or an empty one that cannot be changed. */
    abstract Map<String, Object> map();

    @Override
    public Set<String> getAttributeNameSet() {
        Map<String, Object> current = map();
        return current.isEmpty() ? Set.of() : Collections.unmodifiableSet(new HashSet<>(current.keySet()));
    }

    public int size() {
        return map().size();
    }

    public void addAll(Attributes attributes) {
        for (String name : attributes.getAttributeNameSet()) {
            setAttribute(name, attributes.getAttribute(name));
        }
    }

    @Override
    public int hashCode() {
        return Attributes.hashCode(this);
    }

    @Override
    public boolean equals(Object o) {
        return Attributes.equals(this, o);
    }
}
