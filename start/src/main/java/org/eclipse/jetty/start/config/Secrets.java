package org.eclipse.jetty.start.config;

import java.util.regex.Pattern;

/** Keeps secrets out of what is reported about single properties, which ends up in logs. Stateless. */
public final class Secrets {
    private static final Pattern NAME = Pattern.compile("password|secret|\\.key$", Pattern.CASE_INSENSITIVE);

    /** What names a place of secrets, and holds none itself. */
    private static final Pattern PLACE = Pattern.compile("(file|path|directory)$", Pattern.CASE_INSENSITIVE);

    /** The end of the name of a property whose value is the file of a secret. */
    private static final String FILE = ".file";

    private static final Pattern ASSIGNED =
            Pattern.compile("((?:password|passwd|pwd|secret|token)=)[^;&,\\s]+", Pattern.CASE_INSENSITIVE);
    private static final Pattern USER_INFO = Pattern.compile("//[^/@:\\s]+:[^/@\\s]+@");

    private Secrets() {}

    /** Whether a property of this name holds a secret. */
    public static boolean isSecret(String name) {
        return NAME.matcher(name).find() && !PLACE.matcher(name).find();
    }

    /** The property that is the content of a file, where this one is the path of the file; else the name as it is. */
    public static String read(String name) {
        if (!name.endsWith(FILE)) {
            return name;
        }
        String secret = name.substring(0, name.length() - FILE.length());
        return isSecret(secret) ? secret : name;
    }

    /** The property that is the path of the file of a secret. */
    public static String file(String name) {
        return name + FILE;
    }

    /** The value, or that it, or a part of it, is hidden. */
    public static String shown(String name, String value) {
        return value != null && !value.isEmpty() && isSecret(name) ? "(hidden)" : hiding(value);
    }

    /** A text without the passwords that URLs, as those of databases, have in their parameters or before the host. */
    public static String hiding(String text) {
        if (text == null || text.indexOf('=') < 0 && text.indexOf('@') < 0) {
            return text;
        }
        return USER_INFO
                .matcher(ASSIGNED.matcher(text).replaceAll("$1(hidden)"))
                .replaceAll("//(hidden)@");
    }
}
