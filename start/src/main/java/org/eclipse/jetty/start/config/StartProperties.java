package org.eclipse.jetty.start.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.jspecify.annotations.Nullable;

/**
 * The properties of the server or of one environment, with where each came from.
 *
 * <p>Names are case-insensitive. Values are kept as written; {@link #expand} replaces references. The properties of an
 * environment fall back to those of the server. Confined to the main thread.
 */
public final class StartProperties {
    /**
     * One property.
     *
     * @param name the name as first written
     * @param value the unexpanded value
     * @param origin where it was set last
     * @param inherits whether the value is appended to that of the parent, whatever that will be
     */
    public record Property(String name, String value, Origin origin, boolean inherits) {}

    /** A property that another assignment replaced. */
    public record Hidden(Property property, Property by) {}

    /** How references to environment variables begin. */
    private static final String VARIABLE = "env.";

    private final @Nullable StartProperties parent;
    private final Map<String, String> variables = new TreeMap<>();
    private final Map<String, Property> properties = new HashMap<>();
    private final List<Hidden> hidden = new ArrayList<>();

    StartProperties(@Nullable StartProperties parent) {
        this.parent = parent;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** The property itself, not looking at the parent; null when it is not set. */
    public @Nullable Property get(String name) {
        return properties.get(key(name));
    }

    /** The unexpanded value here or in the parent, or null. */
    public @Nullable String value(String name) {
        Property property = get(name);
        String inherited = parent == null || property != null && !property.inherits ? null : parent.value(name);
        if (property == null) {
            return inherited;
        }
        if (!property.inherits) {
            return property.value;
        }
        return inherited == null || inherited.isEmpty() ? withoutComma(property.value) : inherited + property.value;
    }

    /** The expanded value here or in the parent, or null. */
    public @Nullable String expandedValue(String name) {
        String value = value(name);
        if (value == null || value.indexOf('$') < 0) {
            return value;
        }
        List<String> path = new ArrayList<>(4);
        path.add(key(name));
        return expand(value, path);
    }

    public void set(String name, String value, Origin origin) {
        Property old = get(name);
        Property property = new Property(old == null ? name : old.name, value, origin, false);
        properties.put(key(name), property);
        if (old != null) {
            hidden.add(new Hidden(old, property));
        }
    }

    /** The properties that were replaced, in order. */
    public List<Hidden> hidden() {
        return hidden;
    }

    public void setIfAbsent(String name, String value, Origin origin) {
        if (value(name) == null) {
            set(name, value, origin);
        }
    }

    /** Appends text as is; a comma in front of it is dropped when there is nothing to append to. */
    public void append(String name, String value, Origin origin) {
        Property old = get(name);
        if (old != null) {
            String joined = old.value.isEmpty() ? withoutComma(value) : old.value + value;
            properties.put(key(name), new Property(old.name, joined, origin, old.inherits));
        } else if (parent != null) {
            properties.put(key(name), new Property(name, value, origin, true));
        } else {
            set(name, withoutComma(value), origin);
        }
    }

    private static String withoutComma(String value) {
        return value.startsWith(",") ? value.substring(1) : value;
    }

    /** The properties that were set here, sorted by name. */
    public List<Property> sorted() {
        TreeMap<String, Property> byName = new TreeMap<>();
        for (Property property : properties.values()) {
            byName.put(property.name, property);
        }
        return new ArrayList<>(byName.values());
    }

    /**
     * Replaces each {@code ${name}} by the expanded value of that property (or system property) and {@code $$} by
     * {@code $}; an unknown name stays as it is. {@code ${env.NAME}} is an environment variable, and {@code ${env.NAME:-default}} the
     * default where that is unset or empty.
     *
     * @throws StartException when properties refer to each other in a circle, or a variable without a default is unset
     */
    public String expand(String text) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        return expand(text, new ArrayList<>(4));
    }

    private String expand(String text, List<String> path) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 32);
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
            if (c == '$' && next == '$') {
                out.append('$');
                i += 2;
            } else if (c == '$' && next == '{' && end(text, i) > 0) {
                int end = end(text, i);
                appendReference(out, text.substring(i + 2, end), path);
                i = end + 1;
            } else {
                out.append(c);
                i++;
            }
        }
        return out.toString();
    }

    /** The brace that ends a reference, which may hold further ones; -1 when there is none. */
    private static int end(String text, int begin) {
        int open = 0;
        for (int i = begin; i < text.length(); i++) {
            if (text.charAt(i) == '{' && i > 0 && text.charAt(i - 1) == '$') {
                open++;
            } else if (text.charAt(i) == '}' && --open == 0) {
                return i;
            }
        }
        return -1;
    }

    private void appendReference(StringBuilder out, String name, List<String> path) {
        String key = key(name);
        if (path.contains(key)) {
            throw loop(key, path);
        }
        String value = value(name);
        if (value == null && name.startsWith(VARIABLE)) {
            appendVariable(out, name.substring(VARIABLE.length()), path);
            return;
        }
        if (value == null) {
            value = System.getProperty(name);
        }
        if (value == null) {
            out.append("${").append(name).append('}');
            return;
        }
        path.add(key);
        out.append(expand(value, path));
        path.remove(path.size() - 1);
    }

    private void appendVariable(StringBuilder out, String reference, List<String> path) {
        int mark = reference.indexOf(":-");
        String variable = mark < 0 ? reference : reference.substring(0, mark);
        String value = System.getenv(variable);
        root().variables.put(variable, value == null ? "" : value);
        if (value != null && (!value.isEmpty() || mark < 0)) {
            out.append(value);
        } else if (mark >= 0) {
            out.append(expand(reference.substring(mark + 2), path));
        } else {
            throw unset(variable, path);
        }
    }

    private StartProperties root() {
        return parent == null ? this : parent.root();
    }

    /** The environment variables that were asked for so far, with their values; empty ones for those that are unset. */
    public Map<String, String> variables() {
        return root().variables;
    }

    private StartException unset(String variable, List<String> path) {
        String expected = " (expected: a value, or a default as in ${env." + variable + ":-default})";
        Property property = path.isEmpty() ? null : get(path.get(path.size() - 1));
        if (property == null && parent != null && !path.isEmpty()) {
            property = parent.get(path.get(path.size() - 1));
        }
        if (property == null) {
            return new StartException(
                    StartException.BAD_ARGUMENT, "The environment variable " + variable + " is not set" + expected);
        }
        return new StartException(
                StartException.BAD_ARGUMENT,
                property.name + ": the environment variable " + variable + " is not set" + expected + ", from "
                        + property.origin.place(),
                property.origin);
    }

    private StartException loop(String key, List<String> path) {
        StringBuilder message = new StringBuilder("Property expansion loop detected: ");
        for (int i = path.indexOf(key); i < path.size(); i++) {
            message.append(path.get(i)).append(" -> ");
        }
        message.append(key);
        Property property = get(key);
        if (property == null && parent != null) {
            property = parent.get(key);
        }
        if (property == null) {
            return new StartException(StartException.UNKNOWN, message.toString());
        }
        message.append(" (")
                .append(key)
                .append(" is set in ")
                .append(property.origin.place())
                .append(')');
        return new StartException(StartException.UNKNOWN, message.toString(), property.origin);
    }
}
