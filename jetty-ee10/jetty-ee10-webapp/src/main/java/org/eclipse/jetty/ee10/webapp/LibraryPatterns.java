package org.eclipse.jetty.ee10.webapp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Selects libraries by the regular expressions, separated by commas, that an attribute of a context has. Thread-safe. */
final class LibraryPatterns {
    /** The attribute for the server's libraries. */
    static final String CONTAINER = "org.eclipse.jetty.server.webapp.ContainerIncludeJarPattern";

    /** The attribute for the application's libraries. */
    static final String WEB_INF = "org.eclipse.jetty.server.webapp.WebInfIncludeJarPattern";

    private LibraryPatterns() {}

    /**
     * Returns the libraries whose URIs match, in the order of the patterns.
     *
     * @param value the value of the attribute
     * @param byDefault the result when the value is no text, or a blank one
     * @throws IllegalArgumentException if a pattern is none, with the attribute and the pattern
     */
    static List<Resource> select(
            String attribute, @Nullable Object value, List<Resource> libraries, List<Resource> byDefault) {
        if (!(value instanceof String patterns) || patterns.isBlank()) {
            return byDefault;
        }
        Set<Resource> selected = new LinkedHashSet<>();
        for (String regex : StringUtil.csvSplit(patterns)) {
            Pattern pattern = compile(attribute, regex);
            for (Resource library : libraries) {
                if (library.getURI() != null
                        && pattern.matcher(library.getURI().toASCIIString()).matches()) {
                    selected.add(library);
                }
            }
        }
        return new ArrayList<>(selected);
    }

    private static Pattern compile(String attribute, String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException x) {
            throw new IllegalArgumentException(
                    attribute + ": " + regex + " (expected: a regular expression): " + x.getDescription(), x);
        }
    }
}
