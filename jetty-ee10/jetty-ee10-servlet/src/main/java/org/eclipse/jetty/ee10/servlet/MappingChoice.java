package org.eclipse.jetty.ee10.servlet;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which of the mappings of servlets is in force for a path pattern: one of the application wins over one of the default descriptor, and two
 * servlets of the application on one pattern are an error (Servlet section 12.2). Confined to one update.
 */
final class MappingChoice {
    private final Map<String, ServletMapping> chosen = new HashMap<>();
    private final boolean allowDuplicates;

    /** @param allowDuplicates whether the last of several servlets on one pattern wins */
    MappingChoice(boolean allowDuplicates) {
        this.allowDuplicates = allowDuplicates;
    }

    /** Returns the mapping of a path pattern that is in force, or null. */
    static @Nullable ServletMapping inForce(ServletMapping[] mappings, String pathSpec) {
        ServletMapping found = null;
        for (ServletMapping mapping : mappings) {
            if (!mapping.containsPathSpec(pathSpec)) {
                continue;
            }
            if (!mapping.isFromDefaultDescriptor()) {
                return mapping;
            }
            found = mapping;
        }
        return found;
    }

    /** Adds the patterns of a mapping. */
    void add(ServletMapping mapping) {
        String[] specs = mapping.getPathSpecs();
        if (specs != null) {
            for (String spec : specs) {
                add(spec, mapping);
            }
        }
    }

    private void add(String spec, ServletMapping mapping) {
        ServletMapping other = chosen.get(spec);
        if (other == null
                || other.isFromDefaultDescriptor()
                || allowDuplicates
                || Objects.equals(other.getServletName(), mapping.getServletName())) {
            chosen.put(spec, mapping);
        } else if (!mapping.isFromDefaultDescriptor()) {
            throw new IllegalStateException("Multiple servlets map to path " + spec + ": " + other.getServletName()
                    + "[" + other.getSource() + "], " + mapping.getServletName() + "[" + mapping.getSource() + "]");
        }
    }

    /** Returns the mappings in force, by their patterns. */
    Map<String, ServletMapping> get() {
        return chosen;
    }
}
