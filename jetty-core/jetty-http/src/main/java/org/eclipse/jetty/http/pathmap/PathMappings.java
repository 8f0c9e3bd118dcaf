package org.eclipse.jetty.http.pathmap;

import java.io.IOException;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.jetty.util.component.Dumpable;
import org.jspecify.annotations.Nullable;

/**
 * Specifications of paths and what they lead to; the best match wins (Servlet 6.0 12.1).
 *
 * <p>A table of servlet patterns is matched by one hash look-up for exact paths, one pass over the path for the longest
 * prefix and a few comparisons for suffixes, without allocating when a path was matched just before. Tables with other
 * specifications are tried in their order. Reading is thread-safe as long as nobody changes the table.
 *
 * @param <E> the type of what paths lead to
 */
public class PathMappings<E> extends AbstractMap<PathSpec, E>
        implements Iterable<MappedResource<E>>, Dumpable, Predicate<String> {
    private final TreeMap<PathSpec, MappedResource<E>> mappings = new TreeMap<>();
    private Table<E> table = new Table<>(Collections.emptyList());

    /** A table for matching, built again by each change. */
    private static final class Table<E> {
        private final List<MappedResource<E>> ordered;
        private final boolean servletOnly;
        private final HashMap<String, MappedResource<E>> exact = new HashMap<>();
        private final List<MappedResource<E>> suffixes = new ArrayList<>();
        private @Nullable MappedResource<E> root;
        private @Nullable MappedResource<E> all;
        private @Nullable MappedResource<E> fallback;
        private Prefix<E> @Nullable [] prefixes;
        private int longestPrefix = -1;

        private record Prefix<E>(
                String text,
                int hash,
                MappedResource<E> mapping,
                @Nullable Prefix<E> next) {}

        private Table(List<MappedResource<E>> ordered) {
            this.ordered = ordered;
            boolean servlet = true;
            List<MappedResource<E>> globs = new ArrayList<>();
            for (MappedResource<E> mapping : ordered) {
                PathSpec spec = mapping.getPathSpec();
                servlet &= spec instanceof ServletPathSpec;
                switch (spec.getGroup()) {
                    case ROOT -> root = mapping;
                    case EXACT -> exact.put(spec.getDeclaration(), mapping);
                    case PREFIX_GLOB -> globs.add(mapping);
                    case SUFFIX_GLOB -> suffixes.add(mapping);
                    case DEFAULT -> fallback = mapping;
                    default -> {
                        // found in the order of all mappings
                    }
                }
            }
            servletOnly = servlet;
            if (servlet && !globs.isEmpty()) {
                hash(globs);
            }
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private void hash(List<MappedResource<E>> globs) {
            Prefix<E>[] table = new Prefix[Integer.highestOneBit(globs.size() * 4)];
            prefixes = table;
            for (MappedResource<E> mapping : globs) {
                String prefix = Objects.requireNonNull(mapping.getPathSpec().getPrefix());
                if (prefix.isEmpty()) {
                    all = mapping;
                    continue;
                }
                int hash = prefix.hashCode();
                int slot = hash & table.length - 1;
                table[slot] = new Prefix<>(prefix, hash, mapping, table[slot]);
                longestPrefix = Math.max(longestPrefix, prefix.length());
            }
        }

        private @Nullable MappedResource<E> find(String path) {
            if (root != null && path.length() == 1 && path.charAt(0) == '/') {
                return root;
            }
            MappedResource<E> found = exact.get(path);
            if (found == null && longestPrefix > 0) {
                found = longestPrefix(path);
            }
            if (found == null) {
                found = all;
            }
            for (int i = 0; found == null && i < suffixes.size(); i++) {
                if (suffixes.get(i).getPathSpec().matches(path)) {
                    found = suffixes.get(i);
                }
            }
            return found == null ? fallback : found;
        }

        /** Hashes the path as String does, and looks its prefixes up at the ends of segments. */
        private @Nullable MappedResource<E> longestPrefix(String path) {
            Prefix<E>[] table = prefixes;
            assert table != null : "there is a prefix";
            MappedResource<E> longest = null;
            int hash = 0;
            int end = Math.min(path.length(), longestPrefix);
            for (int i = 0; i <= end; i++) {
                if (i > 0 && (i == path.length() || path.charAt(i) == '/')) {
                    for (Prefix<E> p = table[hash & table.length - 1]; p != null; p = p.next) {
                        if (p.hash == hash && p.text.length() == i && path.startsWith(p.text)) {
                            longest = p.mapping;
                            break;
                        }
                    }
                }
                if (i < path.length()) {
                    hash = hash * 31 + path.charAt(i);
                }
            }
            return longest;
        }
    }

    private void changed() {
        table = new Table<>(List.copyOf(mappings.values()));
    }

    /** The best match of a path. */
    public @Nullable MatchedResource<E> getMatched(String path) {
        Table<E> t = table;
        if (t.servletOnly) {
            MappedResource<E> mapping = t.find(path);
            if (mapping == null) {
                return null;
            }
            MatchedResource<E> preMatched = mapping.getPreMatched();
            return preMatched != null ? preMatched : mapping.match(path);
        }
        for (int i = 0; i < t.ordered.size(); i++) {
            MatchedResource<E> matched = t.ordered.get(i).match(path);
            if (matched != null) {
                return matched;
            }
        }
        return null;
    }

    /** All matches of a path, the best first. */
    public List<MatchedResource<E>> getMatchedList(String path) {
        List<MatchedResource<E>> matches = new ArrayList<>();
        for (MappedResource<E> mapping : table.ordered) {
            MatchedResource<E> matched = mapping.match(path);
            if (matched != null) {
                matches.add(matched);
            }
        }
        return matches;
    }

    /** All mappings that match a path, the best first. */
    public List<MappedResource<E>> getMatches(String path) {
        List<MappedResource<E>> matches = new ArrayList<>();
        for (MappedResource<E> mapping : table.ordered) {
            if (mapping.getPathSpec().matches(path)) {
                matches.add(mapping);
            }
        }
        return matches;
    }

    @Override
    public boolean test(String path) {
        return getMatched(path) != null;
    }

    public List<MappedResource<E>> getMappings() {
        return table.ordered;
    }

    public Stream<MappedResource<E>> streamResources() {
        return table.ordered.stream();
    }

    @Override
    public Iterator<MappedResource<E>> iterator() {
        return table.ordered.iterator();
    }

    @Override
    public int size() {
        return mappings.size();
    }

    /** Removes all. */
    public void reset() {
        mappings.clear();
        changed();
    }

    @Override
    public void clear() {
        reset();
    }

    public boolean removeIf(Predicate<MappedResource<E>> predicate) {
        boolean removed = mappings.values().removeIf(predicate);
        if (removed) {
            changed();
        }
        return removed;
    }

    /** What a specification leads to. */
    public @Nullable E get(PathSpec pathSpec) {
        MappedResource<E> mapping = mappings.get(pathSpec);
        return mapping == null ? null : mapping.getResource();
    }

    @Override
    public @Nullable E get(Object key) {
        return key instanceof PathSpec pathSpec ? get(pathSpec) : null;
    }

    @Override
    public boolean containsKey(Object key) {
        return key instanceof PathSpec pathSpec && mappings.containsKey(pathSpec);
    }

    /** Maps a specification, of servlets or a regular expression; gives what it led to. */
    public @Nullable E put(String pathSpec, E resource) {
        return put(PathSpec.from(pathSpec), resource);
    }

    @Override
    public @Nullable E put(PathSpec pathSpec, E resource) {
        MappedResource<E> old = mappings.put(pathSpec, new MappedResource<>(pathSpec, resource));
        changed();
        return old == null ? null : old.getResource();
    }

    /** Removes a specification; gives what it led to. */
    public @Nullable E remove(PathSpec pathSpec) {
        MappedResource<E> old = mappings.remove(pathSpec);
        if (old == null) {
            return null;
        }
        changed();
        return old.getResource();
    }

    @Override
    public @Nullable E remove(Object key) {
        return key instanceof PathSpec pathSpec ? remove(pathSpec) : null;
    }

    @Override
    public Set<Map.Entry<PathSpec, E>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return mappings.size();
            }

            @Override
            public Iterator<Map.Entry<PathSpec, E>> iterator() {
                Iterator<MappedResource<E>> i = table.ordered.iterator();
                return new Iterator<>() {
                    private @Nullable MappedResource<E> last;

                    @Override
                    public boolean hasNext() {
                        return i.hasNext();
                    }

                    @Override
                    public Map.Entry<PathSpec, E> next() {
                        return last = i.next();
                    }

                    @Override
                    public void remove() {
                        if (last == null) {
                            throw new IllegalStateException("remove() before next()");
                        }
                        PathMappings.this.remove(last.getPathSpec());
                        last = null;
                    }
                };
            }
        };
    }

    @Override
    public String dump() {
        return Dumpable.dump(this);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(
                out,
                indent,
                getClass().getSimpleName() + "@" + Integer.toHexString(System.identityHashCode(this)),
                table.ordered.toArray());
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[size=" + size() + "]";
    }
}
