package org.eclipse.jetty.start;

import java.util.regex.Pattern;

/** Keeps secrets out of what is reported about single properties, which ends up in logs. Stateless. */
final class Secrets {
    private static final Pattern NAME = Pattern.compile("password|secret|\\.key$", Pattern.CASE_INSENSITIVE);

    private static final Pattern ASSIGNED =
            Pattern.compile("((?:password|passwd|pwd|secret|token)=)[^;&,\\s]+", Pattern.CASE_INSENSITIVE);
    private static final Pattern USER_INFO = Pattern.compile("//[^/@:\\s]+:[^/@\\s]+@");

    private Secrets() {}

    /** Whether a property of this name holds a secret. */
    static boolean isSecret(String name) {
        return NAME.matcher(name).find();
    }

    /** The value, or that it, or a part of it, is hidden. */
    static String shown(String name, String value) {
        return value != null && !value.isEmpty() && isSecret(name) ? "(hidden)" : hiding(value);
    }

    /** A text without the passwords that URLs, as those of databases, have in their parameters or before the host. */
    static String hiding(String text) {
        if (text == null || text.indexOf('=') < 0 && text.indexOf('@') < 0) {
            return text;
        }
        return USER_INFO
                .matcher(ASSIGNED.matcher(text).replaceAll("$1(hidden)"))
                .replaceAll("//(hidden)@");
    }
}
