package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.FilterConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** The init parameters of a filter or servlet. Thread-safe. */
final class Settings {
    private final String owner;
    private final Function<String, @Nullable String> values;

    /** @param owner what error messages name, such as "filter qos" */
    Settings(String owner, Function<String, @Nullable String> values) {
        this.owner = owner;
        this.values = values;
    }

    static Settings of(FilterConfig config) {
        return new Settings("filter " + config.getFilterName(), config::getInitParameter);
    }

    /** Returns a trimmed value; the default where there is none. */
    @NullContract("_, !null -> !null")
    @Nullable
    String text(String name, @Nullable String defaultValue) {
        String value = values.apply(name);
        return value == null ? defaultValue : value.trim();
    }

    /** Returns a whole number that is not smaller than a least one. */
    long number(String name, long defaultValue, long least) {
        String value = text(name, null);
        if (value == null) {
            return defaultValue;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException x) {
            // refused below
        }
        throw refused(name, value, "a whole number of at least " + least);
    }

    /** As {@link #number(String, long, long)}, within the range of int. */
    int integer(String name, int defaultValue, int least) {
        long number = number(name, defaultValue, least);
        if (number > Integer.MAX_VALUE) {
            throw refused(name, Long.toString(number), "a whole number of at most " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    boolean flag(String name, boolean defaultValue) {
        String value = text(name, null);
        if (value == null) {
            return defaultValue;
        }
        if (value.equalsIgnoreCase("true")) {
            return true;
        }
        if (value.equalsIgnoreCase("false")) {
            return false;
        }
        throw refused(name, value, "true or false");
    }

    /** Returns the parts of a value that are separated by commas, trimmed and not empty. */
    List<String> list(String name, @Nullable String defaultValue) {
        List<String> parts = new ArrayList<>();
        String value = text(name, defaultValue);
        if (value == null) {
            return parts;
        }
        for (String part : StringUtil.csvSplit(value)) {
            if (!part.isBlank()) {
                parts.add(part.trim());
            }
        }
        return parts;
    }

    IllegalArgumentException refused(String name, String value, String expected) {
        return new IllegalArgumentException(name + ": " + value + " (expected: " + expected + "), of " + owner);
    }
}
