package org.eclipse.jetty.start.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A value that is a list: the one way in which options, ini files and modules write them. Stateless. */
public final class ListValue {
    private ListValue() {}

    /** The parts between commas, trimmed, without empty ones. */
    public static List<String> split(String value) {
        return split(value, ',');
    }

    /** The parts between separators, trimmed, without empty ones. */
    public static List<String> split(String value, char separator) {
        if (value.indexOf(separator) < 0) {
            String trimmed = value.trim();
            return trimmed.isEmpty() ? List.of() : Arrays.asList(trimmed);
        }
        List<String> parts = new ArrayList<>();
        int start = 0;
        while (start <= value.length()) {
            int end = value.indexOf(separator, start);
            if (end < 0) {
                end = value.length();
            }
            String part = value.substring(start, end).trim();
            if (!part.isEmpty()) {
                parts.add(part);
            }
            start = end + 1;
        }
        return parts;
    }
}
