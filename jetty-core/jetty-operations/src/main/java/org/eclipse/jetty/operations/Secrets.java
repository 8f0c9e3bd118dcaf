package org.eclipse.jetty.operations;

import java.util.regex.Pattern;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Keeps secrets out of diagnostics, by the names of settings. Stateless. */
final class Secrets {
    private static final Pattern NAME =
            Pattern.compile("password|passwd|passphrase|secret|credential|token|(^|\\.)key$", Pattern.CASE_INSENSITIVE);
    private static final Pattern ASSIGNED = Pattern.compile(
            "((?:password|passwd|pwd|passphrase|secret|credential|token|\\.key)[\\w.]*[=:]\\s*)[^;&,\\s]+",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern USER_INFO = Pattern.compile("//[^/@:\\s]+:[^/@\\s]+@");
    private static final String HIDDEN = "(hidden)";

    private Secrets() {}

    /** The value of a setting, or that it, or a part of it, is hidden. */
    @NullContract("_, !null -> !null")
    static @Nullable String shown(String name, @Nullable String value) {
        return value != null && !value.isEmpty() && NAME.matcher(name).find() ? HIDDEN : hiding(value);
    }

    /** A text without what is assigned to names of secrets, and without the passwords of URLs. */
    @NullContract("!null -> !null")
    static @Nullable String hiding(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String assigned = ASSIGNED.matcher(text).replaceAll("$1" + HIDDEN);
        return USER_INFO.matcher(assigned).replaceAll("//" + HIDDEN + "@");
    }
}
