package org.eclipse.jetty.start;

import java.util.regex.Pattern;

/** Keeps secrets out of what is told of single properties, which ends up in logs. Stateless. */
final class Secrets {
    private static final Pattern NAME = Pattern.compile("password|secret|\\.key$", Pattern.CASE_INSENSITIVE);

    private Secrets() {}

    /** The value, or that it is hidden. */
    static String shown(String name, String value) {
        return value != null && !value.isEmpty() && NAME.matcher(name).find() ? "(hidden)" : value;
    }
}
