package org.eclipse.jetty.http.internal;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Reads the configuration of a compliance mode: {@code MODE[,VIOLATION][,-VIOLATION][,+VIOLATION]...}. */
public final class ModeParser {
    private ModeParser() {}

    /** The set of allowed violations of a named mode, or null when there is none of that name. */
    public interface Named<V extends Enum<V>> {
        Set<V> allowed(String name);
    }

    /**
     * The violations that a specification such as {@code RFC9110,-LF_HEADER_TERMINATION,MULTILINE_FIELD_VALUE} allows.
     * It begins with a mode's name, {@code 0} for none or {@code *} for all.
     */
    public static <V extends Enum<V>> Set<V> parse(String spec, Class<V> type, Named<V> modes) {
        EnumSet<V> allowed = EnumSet.noneOf(type);
        int element = 0;
        for (int from = 0; from <= spec.length(); element++) {
            int comma = spec.indexOf(',', from);
            int to = comma < 0 ? spec.length() : comma;
            String item = spec.substring(from, to).trim();
            from = to + 1;
            if (element == 0 && ("*".equals(item) || "0".equals(item))) {
                if ("*".equals(item)) allowed = EnumSet.allOf(type);
                continue;
            }
            if (item.isEmpty()) continue;
            Set<V> base = element == 0 ? modes.allowed(item) : null;
            if (base != null) {
                allowed.addAll(base);
                continue;
            }
            boolean remove = item.startsWith("-");
            String name = remove || item.startsWith("+") ? item.substring(1) : item;
            V violation = find(spec, name, type);
            if (remove) allowed.remove(violation);
            else allowed.add(violation);
        }
        return allowed;
    }

    private static <V extends Enum<V>> V find(String spec, String name, Class<V> type) {
        for (V violation : type.getEnumConstants()) if (violation.name().equals(name)) return violation;
        throw new IllegalArgumentException("unknown compliance '" + name + "' in '" + spec
                + "' (expected: a mode first, then any of " + EnumSet.allOf(type) + ")");
    }

    /** An unmodifiable copy. */
    public static <V extends Enum<V>> Set<V> copy(Set<V> violations, Class<V> type) {
        EnumSet<V> copy = EnumSet.noneOf(type);
        if (violations != null) copy.addAll(violations);
        return Collections.unmodifiableSet(copy);
    }

    /** A new set of these violations and some more. */
    public static <V extends Enum<V>> Set<V> plus(Set<V> violations, Class<V> type, V[] more) {
        EnumSet<V> set = EnumSet.noneOf(type);
        set.addAll(violations);
        set.addAll(Arrays.asList(more));
        return set;
    }

    /** A new set of these violations without some. */
    public static <V extends Enum<V>> Set<V> minus(Set<V> violations, Class<V> type, V[] less) {
        EnumSet<V> set = EnumSet.noneOf(type);
        set.addAll(violations);
        set.removeAll(Arrays.asList(less));
        return set;
    }
}
