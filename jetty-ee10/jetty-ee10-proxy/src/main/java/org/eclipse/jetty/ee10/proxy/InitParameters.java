package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.UnavailableException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** The init parameters of a servlet; what is wrong makes the servlet unavailable. Immutable. */
record InitParameters(ServletConfig config) {
    /** Returns a trimmed value; null where there is none, or an empty one. */
    @Nullable
    String text(String name) {
        String value = config.getInitParameter(name);
        return value == null || value.isBlank() ? null : value.trim();
    }

    boolean flag(String name) throws UnavailableException {
        String value = text(name);
        if (value == null || value.equalsIgnoreCase("false")) {
            return false;
        }
        if (value.equalsIgnoreCase("true")) {
            return true;
        }
        throw refused(name, value, "true or false");
    }

    /** Returns a whole number that is not smaller than a least one. */
    long number(String name, long defaultValue, long least) throws UnavailableException {
        String value = text(name);
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
    int integer(String name, int defaultValue, int least) throws UnavailableException {
        long number = number(name, defaultValue, least);
        if (number > Integer.MAX_VALUE) {
            throw refused(name, Long.toString(number), "a whole number of at most " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    /** Returns the parts of a value that are separated by commas, in lower case. */
    Set<String> names(String name) {
        Set<String> names = new LinkedHashSet<>();
        String value = text(name);
        if (value != null) {
            for (String part : StringUtil.csvSplit(value)) {
                if (!part.isBlank()) {
                    names.add(part.trim().toLowerCase(Locale.ENGLISH));
                }
            }
        }
        return names;
    }

    UnavailableException refused(String name, @Nullable String value, String expected) {
        return new UnavailableException(
                name + ": " + value + " (expected: " + expected + "), of servlet " + config.getServletName());
    }
}
