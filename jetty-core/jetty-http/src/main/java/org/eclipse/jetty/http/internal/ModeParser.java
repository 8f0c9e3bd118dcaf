package org.eclipse.jetty.http.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.ComplianceViolation;
import org.jspecify.annotations.Nullable;

/** Reads the configuration of a compliance mode: {@code MODE[,VIOLATION][,-VIOLATION][,+VIOLATION]...}. */
public final class ModeParser {
    private ModeParser() {}

    /**
     * The violations that a specification such as {@code RFC9110,-LF_HEADER_TERMINATION,MULTILINE_FIELD_VALUE} allows.
     * It begins with a mode's name, {@code 0} for none or {@code *} for all.
     *
     * @throws IllegalArgumentException if a name is unknown; the message lists those that there are
     */
    public static <V extends Enum<V>> Set<V> parse(String spec, Class<V> type, ComplianceViolation.Mode[] modes) {
        EnumSet<V> allowed = EnumSet.noneOf(type);
        int element = 0;
        for (int from = 0; from <= spec.length(); element++) {
            int comma = spec.indexOf(',', from);
            int to = comma < 0 ? spec.length() : comma;
            String item = spec.substring(from, to).trim();
            from = to + 1;
            if (element == 0 && ("*".equals(item) || "0".equals(item))) {
                if ("*".equals(item)) {
                    allowed = EnumSet.allOf(type);
                }
                continue;
            }
            if (item.isEmpty()) {
                continue;
            }
            ComplianceViolation.Mode base = element == 0 ? named(item, modes) : null;
            if (base != null) {
                for (ComplianceViolation violation : base.getAllowed()) {
                    allowed.add(type.cast(violation));
                }
                continue;
            }
            boolean remove = item.startsWith("-");
            String name = remove || item.startsWith("+") ? item.substring(1) : item;
            V violation = find(name, type);
            if (violation == null) {
                throw unknown(spec, item, element == 0, type, modes);
            }
            if (remove) {
                allowed.remove(violation);
            } else {
                allowed.add(violation);
            }
        }
        return allowed;
    }

    private static ComplianceViolation.@Nullable Mode named(String name, ComplianceViolation.Mode[] modes) {
        for (ComplianceViolation.Mode mode : modes) {
            if (mode.getName().equals(name)) {
                return mode;
            }
        }
        return null;
    }

    private static <V extends Enum<V>> @Nullable V find(String name, Class<V> type) {
        for (V violation : type.getEnumConstants()) {
            if (violation.name().equals(name)) {
                return violation;
            }
        }
        return null;
    }

    private static IllegalArgumentException unknown(
            String spec, String item, boolean mayBeMode, Class<?> type, ComplianceViolation.Mode[] modes) {
        StringBuilder message = new StringBuilder(item);
        if (!item.equals(spec.trim())) {
            message.append(" in ").append(spec);
        }
        message.append(" (expected: ");
        if (mayBeMode) {
            message.append("one of the modes ");
            for (ComplianceViolation.Mode mode : modes) {
                message.append(mode.getName()).append(", ");
            }
            message.append("0 or *, or of ");
        }
        message.append("the violations ");
        List<String> violations = new ArrayList<>();
        for (Object violation : type.getEnumConstants()) {
            violations.add(((Enum<?>) violation).name());
        }
        return new IllegalArgumentException(
                message.append(String.join(", ", violations)).append(')').toString());
    }

    /** An unmodifiable copy. */
    public static <V extends Enum<V>> Set<V> copy(@Nullable Set<V> violations, Class<V> type) {
        EnumSet<V> copy = EnumSet.noneOf(type);
        if (violations != null) {
            copy.addAll(violations);
        }
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
