package org.eclipse.jetty.xml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The message of a refused value, in its parts: {@code port: 70000 (expected: 0-65535)}.
 *
 * @param expected what was expected, or null when the message does not say it in this form
 */
record Refusal(String message, String expected) {
    private static final Pattern EXPECTED = Pattern.compile("(?s)(.*?)\\s*\\(expected: (.*)\\)\\.?");

    static Refusal of(String text) {
        Matcher matcher = EXPECTED.matcher(text);
        return matcher.matches() ? new Refusal(matcher.group(1), matcher.group(2)) : new Refusal(text, null);
    }
}
