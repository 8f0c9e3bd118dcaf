package org.eclipse.jetty.xml;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.Loader;
import org.jspecify.annotations.Nullable;

/**
 * The message of a refused value, in its parts: {@code port: 70000 (expected: 0-65535)}.
 *
 * @param expected what was expected, or null when the message does not say it in this form
 */
record Refusal(String message, @Nullable String expected) {
    private static final Pattern EXPECTED = Pattern.compile("(?s)(.*?)\\s*\\(expected: (.*)\\)\\.?");

    private static final Pattern CONSTANT = Pattern.compile("No enum constant (.+)\\.([^.]*)");

    static Refusal of(String text) {
        Matcher constant = CONSTANT.matcher(text);
        if (constant.matches()) {
            return constant(constant.group(1), constant.group(2));
        }
        Matcher matcher = EXPECTED.matcher(text);
        return matcher.matches() ? new Refusal(matcher.group(1), matcher.group(2)) : new Refusal(text, null);
    }

    /** {@link Enum#valueOf} does not say what there is. */
    private static Refusal constant(String type, String name) {
        try {
            Object[] constants = Loader.loadClass(type).getEnumConstants();
            return new Refusal(name, constants == null ? null : "one of " + Arrays.asList(constants));
        } catch (ClassNotFoundException | LinkageError x) {
            // a nested class has another name there
            return new Refusal(name, "a constant of " + type);
        }
    }
}
