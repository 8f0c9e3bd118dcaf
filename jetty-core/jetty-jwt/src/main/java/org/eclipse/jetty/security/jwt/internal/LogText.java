package org.eclipse.jetty.security.jwt.internal;

/** Makes text of strangers fit for logs and pages. */
public final class LogText {
    private static final int MAX = 200;

    private LogText() {}

    /** At most 200 characters; all but letters, digits, spaces and plain punctuation are replaced by a question mark. */
    public static String of(String text) {
        String start = text.length() > MAX ? text.substring(0, MAX) + "..." : text;
        return start.replaceAll("[^A-Za-z0-9 _.,:;/()=+@'-]", "?");
    }
}
