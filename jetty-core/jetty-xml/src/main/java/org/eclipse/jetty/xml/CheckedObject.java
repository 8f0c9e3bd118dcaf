package org.eclipse.jetty.xml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object that XML files would make: its class, and what they set and call on it.
 *
 * <p>Confined to the check.
 */
public final class CheckedObject {
    /**
     * A value that is set.
     *
     * @param value the value, or null when it is null or not known
     * @param isKnown whether the value is known before the object is made
     * @param property the property that it came from, or whose default it is
     * @param place {@code file:line:column} of the element
     * @param objects the object that the files make for it, or those of an array; empty when it is something else, or not known
     */
    public record Setting(
            @Nullable Object value,
            boolean isKnown,
            @Nullable String property,
            String place,
            List<CheckedObject> objects) {
        /** The value as text; null when it is null or not known. */
        public @Nullable String text() {
            return value == null ? null : value.toString();
        }
    }

    /**
     * A method that is called.
     *
     * @param result what is set and called on its result
     */
    public record Call(String name, List<Setting> arguments, CheckedObject result, String place) {}

    /**
     * What the constructor gets.
     *
     * @param name the name of the parameter
     * @param object what else is known of an object that the files make
     */
    record Argument(
            @Nullable String name,
            @Nullable Object value,
            boolean isKnown,
            @Nullable CheckedObject object) {}

    private final Class<?> type;
    private final @Nullable String id;
    private final String place;
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<Setting> arguments = new ArrayList<>();
    private final List<Argument> constructorArguments = new ArrayList<>();
    private @Nullable Trial trial;

    CheckedObject(Class<?> type, @Nullable String id, String place) {
        this.type = type;
        this.id = id;
        this.place = place;
    }

    public Class<?> type() {
        return type;
    }

    /** The id. */
    public @Nullable String id() {
        return id;
    }

    /** {@code file:line:column} of the element that makes it. */
    public String place() {
        return place;
    }

    /** Whether it is of the class of this name, or of a subclass. */
    public boolean isA(String className) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(className)) {
                return true;
            }
        }
        return false;
    }

    /** What is set by this name. */
    public @Nullable Setting setting(String name) {
        return settings.get(name);
    }

    /** All that is set, by name: the last value of each. */
    public Map<String, Setting> settings() {
        return settings;
    }

    /** The arguments of the constructor. */
    public List<Setting> arguments() {
        return arguments;
    }

    /** The methods that are called, in order. */
    public List<Call> calls() {
        return calls;
    }

    /** The same with the names and objects. */
    List<Argument> constructorArguments() {
        return constructorArguments;
    }

    Trial trial() {
        if (trial == null) {
            trial = new Trial(this);
        }
        return trial;
    }

    @Override
    public String toString() {
        return type.getName() + (id == null ? "" : "[" + id + "]");
    }
}
