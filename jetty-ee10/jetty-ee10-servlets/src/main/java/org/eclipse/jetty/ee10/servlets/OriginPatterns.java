package org.eclipse.jetty.ee10.servlets;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Origins that are allowed, where * stands for any characters but slashes, and alone for all origins. Thread-safe. */
final class OriginPatterns {
    private static final String ANY = "*";

    private final boolean any;
    private final List<Pattern> patterns = new ArrayList<>();

    OriginPatterns(List<String> origins) {
        any = origins.contains(ANY);
        for (String origin : origins) {
            patterns.add(compile(origin));
        }
    }

    private static Pattern compile(String origin) {
        StringBuilder expression = new StringBuilder();
        int from = 0;
        for (int star; (star = origin.indexOf('*', from)) >= 0; from = star + 1) {
            expression.append(Pattern.quote(origin.substring(from, star))).append("[^/]*");
        }
        expression.append(Pattern.quote(origin.substring(from)));
        // scheme and host have no case (RFC 6454, section 4)
        return Pattern.compile(expression.toString(), Pattern.CASE_INSENSITIVE);
    }

    /** Returns whether each origin is allowed. */
    boolean isAny() {
        return any;
    }

    boolean matches(String origin) {
        if (any) {
            return true;
        }
        for (Pattern pattern : patterns) {
            if (pattern.matcher(origin).matches()) {
                return true;
            }
        }
        return false;
    }
}
