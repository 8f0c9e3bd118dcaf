package org.eclipse.jetty.util;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;

/** Named objects. */
public interface Attributes {
    /** Has no attribute, and takes none. */
    Attributes NULL = new Attributes() {
        @Override
        public @Nullable Object removeAttribute(String name) {
            return null;
        }

        @Override
        public @Nullable Object setAttribute(String name, @Nullable Object attribute) {
            return null;
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return null;
        }

        @Override
        public Set<String> getAttributeNameSet() {
            return Set.of();
        }

        @Override
        public int hashCode() {
            return Attributes.hashCode(this);
        }

        @Override
        public boolean equals(Object o) {
            return Attributes.equals(this, o);
        }
    };

    /** Removes an attribute and returns its value. */
    @Nullable
    Object removeAttribute(String name);

    /** Sets an attribute, or removes it when the value is null, and returns its old value. */
    @Nullable
    Object setAttribute(String name, @Nullable Object attribute);

    @Nullable
    Object getAttribute(String name);

    /** The names, not changed any more by later calls. */
    Set<String> getAttributeNameSet();

    @Override
    int hashCode();

    @Override
    boolean equals(Object o);

    /** A view, or a copy, as a map. */
    default Map<String, Object> asAttributeMap() {
        Map<String, Object> map = new HashMap<>();
        for (String name : getAttributeNameSet()) {
            Object value = getAttribute(name);
            if (value != null) {
                map.put(name, value);
            }
        }
        return Collections.unmodifiableMap(map);
    }

    default void clearAttributes() {
        for (String name : getAttributeNameSet()) {
            removeAttribute(name);
        }
    }

    /** What is inside of all wrappers. */
    static Attributes unwrap(Attributes attributes) {
        Attributes result = attributes;
        while (result instanceof Wrapper wrapper) {
            result = wrapper.getWrapped();
        }
        return result;
    }

    /** The outermost wrapper of the type. */
    static <T extends Wrapper> @Nullable T unwrap(Attributes attributes, Class<T> target) {
        Attributes result = attributes;
        while (result instanceof Wrapper wrapper) {
            if (target.isInstance(wrapper)) {
                return target.cast(wrapper);
            }
            result = wrapper.getWrapped();
        }
        return null;
    }

    static int hashCode(Attributes attributes) {
        int hash = 113;
        for (String name : attributes.getAttributeNameSet()) {
            hash += name.hashCode() ^ Objects.hashCode(attributes.getAttribute(name));
        }
        return hash;
    }

    static boolean equals(Attributes attributes, Object o) {
        if (attributes == o) {
            return true;
        }
        if (!(o instanceof Attributes other)) {
            return false;
        }
        Set<String> names = attributes.getAttributeNameSet();
        if (!names.equals(other.getAttributeNameSet())) {
            return false;
        }
        for (String name : names) {
            if (!Objects.equals(attributes.getAttribute(name), other.getAttribute(name))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Has the attributes of its delegate, for classes that extend another one than {@link Wrapper}. Its identity is its own:
     * {@link #hashCode} and {@link #equals} are not passed on.
     */
    interface Delegating extends Attributes {
        /** Has the attributes; always the same. */
        Attributes getDelegate();

        @Override
        default @Nullable Object removeAttribute(String name) {
            return getDelegate().removeAttribute(name);
        }

        @Override
        default @Nullable Object setAttribute(String name, @Nullable Object attribute) {
            return getDelegate().setAttribute(name, attribute);
        }

        @Override
        default @Nullable Object getAttribute(String name) {
            return getDelegate().getAttribute(name);
        }

        @Override
        default Set<String> getAttributeNameSet() {
            return getDelegate().getAttributeNameSet();
        }

        @Override
        default Map<String, Object> asAttributeMap() {
            return getDelegate().asAttributeMap();
        }

        @Override
        default void clearAttributes() {
            getDelegate().clearAttributes();
        }
    }

    /** Passes on to other attributes. */
    class Wrapper implements Attributes {
        private final Attributes wrapped;

        public Wrapper(Attributes wrapped) {
            this.wrapped = Objects.requireNonNull(wrapped);
        }

        public Attributes getWrapped() {
            return wrapped;
        }

        @Override
        public @Nullable Object removeAttribute(String name) {
            return getWrapped().removeAttribute(name);
        }

        @Override
        public @Nullable Object setAttribute(String name, @Nullable Object attribute) {
            return getWrapped().setAttribute(name, attribute);
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return getWrapped().getAttribute(name);
        }

        @Override
        public Set<String> getAttributeNameSet() {
            return getWrapped().getAttributeNameSet();
        }

        @Override
        public void clearAttributes() {
            getWrapped().clearAttributes();
        }

        @Override
        public int hashCode() {
            return getWrapped().hashCode();
        }

        @Override
        public boolean equals(Object obj) {
            return getWrapped().equals(obj);
        }
    }

    /** Attributes in a map. As thread-safe as the map; that of the default constructor is. */
    class Mapped extends MapAttributes {
        private final Map<String, Object> map;
        private final Map<String, Object> view;

        public Mapped() {
            this(new ConcurrentHashMap<>());
        }

        public Mapped(Map<String, Object> map) {
            this.map = Objects.requireNonNull(map);
            this.view = Collections.unmodifiableMap(map);
        }

        public Mapped(Mapped attributes) {
            this(new ConcurrentHashMap<>(attributes.map));
        }

        @Override
        Map<String, Object> map() {
            return map;
        }

        @Override
        public Map<String, Object> asAttributeMap() {
            return view;
        }

        @Override
        public @Nullable Object removeAttribute(String name) {
            return map.remove(name);
        }

        @Override
        public Object setAttribute(String name, @Nullable Object attribute) {
            return attribute == null ? map.remove(name) : map.put(name, attribute);
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return map.get(name);
        }

        @Override
        public void clearAttributes() {
            map.clear();
        }

        @Override
        public String toString() {
            return String.format("%s@%x{%s}", getClass().getSimpleName(), System.identityHashCode(this), map);
        }
    }

    /** Attributes in a map that is made with the first of them. Thread-safe. */
    class Lazy extends MapAttributes implements Dumpable {
        private volatile @Nullable ConcurrentHashMap<String, Object> map;

        public Lazy() {}

        @Override
        Map<String, Object> map() {
            ConcurrentHashMap<String, Object> current = map;
            return current == null ? Map.of() : current;
        }

        private synchronized ConcurrentHashMap<String, Object> ensureMap() {
            ConcurrentHashMap<String, Object> current = map;
            if (current == null) {
                map = current = new ConcurrentHashMap<>();
            }
            return current;
        }

        @Override
        public Map<String, Object> asAttributeMap() {
            ConcurrentHashMap<String, Object> current = map;
            return current == null ? Map.of() : Collections.unmodifiableMap(current);
        }

        @Override
        public @Nullable Object removeAttribute(String name) {
            ConcurrentHashMap<String, Object> current = map;
            return current == null ? null : current.remove(name);
        }

        @Override
        public @Nullable Object setAttribute(String name, @Nullable Object attribute) {
            if (attribute == null) {
                return removeAttribute(name);
            }
            ConcurrentHashMap<String, Object> current = map;
            return (current == null ? ensureMap() : current).put(name, attribute);
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            ConcurrentHashMap<String, Object> current = map;
            return current == null ? null : current.get(name);
        }

        @Override
        public void clearAttributes() {
            ConcurrentHashMap<String, Object> current = map;
            if (current != null && !current.isEmpty()) {
                current.clear();
            }
        }

        @Override
        public String dump() {
            return Dumpable.dump(this);
        }

        @Override
        public void dump(Appendable out, String indent) throws IOException {
            Dumpable.dumpObject(out, String.format("%s@%x", getClass().getSimpleName(), System.identityHashCode(this)));
            Dumpable.dumpMapEntries(out, indent, map(), true);
        }

        @Override
        public String toString() {
            return map().toString();
        }
    }

    /** Attributes over persistent ones: changes are kept in the layer, and the persistent ones stay as they are. */
    class Layer extends OverlaidAttributes {
        private static final Object REMOVED = new Object() {
            @Override
            public String toString() {
                return "REMOVED";
            }
        };

        private final Attributes layer;

        public Layer(Attributes persistent) {
            this(persistent, new Lazy());
        }

        public Layer(Attributes persistent, Attributes layer) {
            super(persistent);
            this.layer = layer;
        }

        public Attributes getPersistentAttributes() {
            return getWrapped();
        }

        public void clearLayerAttributes() {
            layer.clearAttributes();
        }

        @Override
        public @Nullable Object removeAttribute(String name) {
            Object persistent = getWrapped().getAttribute(name);
            Object old = persistent == null ? layer.removeAttribute(name) : layer.setAttribute(name, REMOVED);
            if (old == REMOVED) {
                return null;
            }
            return old == null ? persistent : old;
        }

        @Override
        public @Nullable Object setAttribute(String name, @Nullable Object attribute) {
            if (attribute == null) {
                return removeAttribute(name);
            }
            Object old = layer.setAttribute(name, attribute);
            if (old == REMOVED) {
                return null;
            }
            return old == null ? getWrapped().getAttribute(name) : old;
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            Object value = layer.getAttribute(name);
            if (value == REMOVED) {
                return null;
            }
            return value == null ? getWrapped().getAttribute(name) : value;
        }

        @Override
        public Set<String> getAttributeNameSet() {
            Set<String> names = new HashSet<>(getWrapped().getAttributeNameSet());
            for (String name : layer.getAttributeNameSet()) {
                if (layer.getAttribute(name) == REMOVED) {
                    names.remove(name);
                } else {
                    names.add(name);
                }
            }
            return names;
        }
    }

    /** Attributes of which some are computed; these can be set and removed, over what is computed. */
    abstract class Synthetic extends OverlaidAttributes {
        /** Marks a computed attribute that was removed. */
        protected static final Object REMOVED = Layer.REMOVED;

        private @Nullable Map<String, Object> changed;

        protected Synthetic(Attributes attributes) {
            super(attributes);
        }

        /** The value of a computed attribute, or null; {@link #REMOVED} hides a wrapped one. */
        protected abstract @Nullable Object getSyntheticAttribute(String name);

        /** The names of the attributes that may be computed. */
        protected abstract Set<String> getSyntheticNameSet();

        @Override
        public @Nullable Object getAttribute(String name) {
            Object value = changed == null ? null : changed.get(name);
            if (value == null) {
                value = getSyntheticAttribute(name);
            }
            if (value == REMOVED) {
                return null;
            }
            return value == null ? super.getAttribute(name) : value;
        }

        @Override
        public @Nullable Object setAttribute(String name, @Nullable Object value) {
            if (!getSyntheticNameSet().contains(name)) {
                return super.setAttribute(name, value);
            }
            Object old = getAttribute(name);
            if (changed == null) {
                changed = new HashMap<>();
            }
            changed.put(name, value == null ? REMOVED : value);
            return old;
        }

        @Override
        public @Nullable Object removeAttribute(String name) {
            if (!getSyntheticNameSet().contains(name)) {
                return super.removeAttribute(name);
            }
            return setAttribute(name, null);
        }

        @Override
        public Set<String> getAttributeNameSet() {
            Set<String> names = new HashSet<>(super.getAttributeNameSet());
            for (String name : getSyntheticNameSet()) {
                if (getAttribute(name) == null) {
                    names.remove(name);
                } else {
                    names.add(name);
                }
            }
            return names;
        }
    }
}
