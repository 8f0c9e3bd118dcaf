package org.eclipse.jetty.util;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A set of patterns that match classes.
 *
 * <pre>
 * "org.example.Type"       that class, and its nested ones
 * "org.example.Type$Inner" that nested class only
 * "org.example."           the package and its sub packages
 * "."                      every class
 * "file:/path/of.jar"      classes from there, and from below a directory
 * "jrt:/module.name"       classes of that module of the JDK
 * "-pattern"               not the classes that the pattern matches
 * </pre>
 *
 * <p>A class matches by name when its longest matching name pattern is not negated, and by location in the same way. When
 * there are patterns of both kinds it matches when neither kind excludes it and one of them includes it; when all patterns
 * are negated, everything else matches. Not thread-safe while it is changed.
 */
public class ClassMatcher extends AbstractSet<String> {
    private final Map<String, Entry> entries;
    private final Index.Mutable<Entry> names =
            new Index.Builder<Entry>().caseSensitive(true).mutable().build();
    private final boolean immutable;
    private int nameIncludes;
    private int nameExcludes;
    private int locationIncludes;
    private int locationExcludes;

    /** One pattern. Immutable. */
    public static class Entry {
        private final String pattern;
        private final String name;
        private final boolean inclusive;
        private final @Nullable Path path;

        protected Entry(String name, boolean inclusive) {
            this.name = name;
            this.inclusive = inclusive;
            this.pattern = inclusive ? name : "-" + name;
            this.path = name.startsWith("file:")
                    ? Path.of(URI.create(name)).toAbsolutePath().normalize()
                    : null;
        }

        public String getPattern() {
            return pattern;
        }

        public String getName() {
            return name;
        }

        public boolean isInclusive() {
            return inclusive;
        }

        boolean isLocation() {
            return path != null || name.startsWith("jrt:");
        }

        boolean matches(URI location) {
            if (path != null) {
                if (!"file".equals(location.getScheme())) {
                    return false;
                }
                return Path.of(location).toAbsolutePath().normalize().startsWith(path);
            }
            return "jrt".equals(location.getScheme())
                    && moduleOf(location.toString()).equals(moduleOf(name));
        }

        private static String moduleOf(String jrt) {
            String path = jrt.substring(4);
            while (path.startsWith("/")) {
                path = path.substring(1);
            }
            int slash = path.indexOf('/');
            return slash < 0 ? path : path.substring(0, slash);
        }

        @Override
        public String toString() {
            return pattern;
        }

        @Override
        public int hashCode() {
            return pattern.hashCode();
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Entry other && pattern.equals(other.pattern);
        }
    }

    public ClassMatcher() {
        this(new LinkedHashMap<>(), false);
    }

    public ClassMatcher(@Nullable ClassMatcher patterns) {
        this();
        if (patterns != null) {
            addAll(patterns);
        }
    }

    public ClassMatcher(String @Nullable ... patterns) {
        this();
        if (patterns != null) {
            add(patterns);
        }
    }

    public ClassMatcher(String pattern) {
        this();
        add(pattern);
    }

    private ClassMatcher(Map<String, Entry> entries, boolean immutable) {
        this.entries = entries;
        this.immutable = immutable;
        entries.values().forEach(this::index);
    }

    public ClassMatcher asImmutable() {
        return new ClassMatcher(new LinkedHashMap<>(entries), true);
    }

    public boolean include(@Nullable String name) {
        return name != null && add(newEntry(name, true));
    }

    public boolean include(String... names) {
        boolean added = false;
        for (String name : names) {
            added |= include(name);
        }
        return added;
    }

    public boolean exclude(@Nullable String name) {
        return name != null && add(newEntry(name, false));
    }

    public boolean exclude(String... names) {
        boolean added = false;
        for (String name : names) {
            added |= exclude(name);
        }
        return added;
    }

    /** Adds a pattern, or several ones separated by commas. */
    @Override
    public boolean add(String pattern) {
        if (StringUtil.isBlank(pattern)) {
            return false;
        }
        if (pattern.indexOf(',') >= 0) {
            return add(StringUtil.csvSplit(pattern));
        }
        return add(newEntry(pattern));
    }

    public boolean add(String... patterns) {
        boolean added = false;
        for (String pattern : patterns) {
            added |= add(pattern);
        }
        return added;
    }

    protected boolean add(Entry entry) {
        if (immutable) {
            throw new UnsupportedOperationException("immutable: " + this);
        }
        if (entries.putIfAbsent(entry.getPattern(), entry) != null) {
            return false;
        }
        // the later one of a pattern and its negation counts
        Entry opposite =
                entries.remove(newEntry(entry.getName(), !entry.isInclusive()).getPattern());
        if (opposite == null) {
            index(entry);
        } else {
            reindex();
        }
        return true;
    }

    private void reindex() {
        names.clear();
        nameIncludes = nameExcludes = locationIncludes = locationExcludes = 0;
        entries.values().forEach(this::index);
    }

    private void index(Entry entry) {
        if (entry.isLocation()) {
            if (entry.isInclusive()) {
                locationIncludes++;
            } else {
                locationExcludes++;
            }
        } else {
            names.put(".".equals(entry.getName()) ? "" : entry.getName(), entry);
            if (entry.isInclusive()) {
                nameIncludes++;
            } else {
                nameExcludes++;
            }
        }
    }

    protected Entry newEntry(String pattern) {
        String trimmed = pattern.trim();
        return trimmed.startsWith("-") ? newEntry(trimmed.substring(1), false) : newEntry(trimmed, true);
    }

    protected Entry newEntry(String name, boolean inclusive) {
        return new Entry(name, inclusive);
    }

    @Override
    public boolean remove(Object o) {
        if (immutable) {
            throw new UnsupportedOperationException("immutable: " + this);
        }
        if (!(o instanceof String pattern) || entries.remove(pattern) == null) {
            return false;
        }
        reindex();
        return true;
    }

    @Override
    public void clear() {
        if (immutable) {
            throw new UnsupportedOperationException("immutable: " + this);
        }
        entries.clear();
        reindex();
    }

    @Override
    public Iterator<String> iterator() {
        return entries.keySet().iterator();
    }

    @Override
    public int size() {
        return entries.size();
    }

    public String[] getPatterns() {
        return toArray(new String[0]);
    }

    public String[] getInclusions() {
        return entries.values().stream()
                .filter(Entry::isInclusive)
                .map(Entry::getName)
                .toArray(String[]::new);
    }

    public String[] getExclusions() {
        return entries.values().stream()
                .filter(e -> !e.isInclusive())
                .map(Entry::getName)
                .toArray(String[]::new);
    }

    /** Whether a class of this name, from wherever, matches. */
    public boolean match(String name) {
        return combine(byName(name), null, nameIncludes > 0);
    }

    public boolean match(Class<?> clazz) {
        if (entries.isEmpty()) {
            return true;
        }
        Boolean byName = byName(clazz.getName());
        if (byName == Boolean.FALSE) {
            return false;
        }
        Boolean byLocation = null;
        if (locationIncludes + locationExcludes > 0) {
            URI location = TypeUtil.getLocationOfClass(clazz);
            byLocation = location == null ? null : byLocation(location);
        }
        return combine(byName, byLocation, nameIncludes + locationIncludes > 0);
    }

    /** Whether a class or resource of this name, found at this URL, matches. */
    public boolean match(String name, @Nullable URL url) {
        if (entries.isEmpty()) {
            return true;
        }
        String className = name;
        if (className.endsWith(".class")) {
            className = className.substring(0, className.length() - 6);
        }
        className = className.replace('/', '.');
        Boolean byLocation = null;
        if (url != null && locationIncludes + locationExcludes > 0) {
            try {
                byLocation = byLocation(URIUtil.unwrapContainer(url.toURI()));
            } catch (URISyntaxException x) {
                throw new IllegalArgumentException("not a location: " + url, x);
            }
        }
        return combine(byName(className), byLocation, nameIncludes + locationIncludes > 0);
    }

    private static boolean combine(@Nullable Boolean byName, @Nullable Boolean byLocation, boolean includes) {
        if (byName == Boolean.FALSE || byLocation == Boolean.FALSE) {
            return false;
        }
        return !includes || byName == Boolean.TRUE || byLocation == Boolean.TRUE;
    }

    /** TRUE or FALSE as the longest pattern that matches says; null when none does. */
    private @Nullable Boolean byName(String name) {
        int length = name.length();
        while (true) {
            Entry entry = names.getBest(name, 0, length);
            if (entry == null) {
                return null;
            }
            String pattern = ".".equals(entry.getName()) ? "" : entry.getName();
            boolean whole = pattern.isEmpty()
                    || pattern.endsWith(".")
                    || pattern.length() == name.length()
                    || name.charAt(pattern.length()) == '$';
            if (whole) {
                return entry.isInclusive();
            }
            length = pattern.length() - 1;
        }
    }

    private @Nullable Boolean byLocation(URI location) {
        Entry best = null;
        for (Entry entry : entries.values()) {
            if (!entry.isLocation() || !entry.matches(location)) {
                continue;
            }
            if (best == null || entry.getName().length() > best.getName().length()) {
                best = entry;
            }
        }
        return best == null ? null : best.isInclusive();
    }

    @Override
    public String toString() {
        return Arrays.toString(getPatterns());
    }
}
