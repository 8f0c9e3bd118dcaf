package org.eclipse.jetty.operations;

import java.util.regex.Pattern;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** Keeps secrets out of diagnostics, by the names of settings. Stateless. */
final class Secrets {
    private static final Pattern NAME =
            Pattern.compile("password|passwd|passphrase|secret|credential|token|(^|\\.)key$", Pattern.CASE_INSENSITIVE);
    /** A name, its end in quotes or not, and a value in quotes or up to what ends it; all parts bounded, as logs have text of clients. */
    private static final Pattern ASSIGNED = Pattern.compile(
            "((?:(?:password|passwd|pwd|passphrase|secret|credential|token|\\.key)[\\w.]{0,64}[\"']?\\s{0,8}[=:]\\s{0,8})"
                    + "|(?:authorization[\"']?\\s{0,8}[=:]\\s{0,8}\\w{1,32}\\s))"
                    + "(?:\"[^\"]*\"|'[^']*'|[^;&,\\s\"']+)",
            Pattern.CASE_INSENSITIVE);

    /** The user may be empty, as that of Redis; an at sign in the password is one of several. */
    private static final Pattern USER_INFO = Pattern.compile("//[^/@:\\s]{0,256}:[^/?#\\s]{1,1024}@");

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
