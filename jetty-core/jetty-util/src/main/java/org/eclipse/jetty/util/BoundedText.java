package org.eclipse.jetty.util;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text of a client that an expression of an operator is matched with, in a bounded number of steps.
 *
 * <p>An expression such as {@code a*a*a*a*a*b} tries a great many ways to match a text that it does not. Each try looks at a character,
 * so the looks are counted. Confined to one match.
 */
public final class BoundedText implements CharSequence {
    /** The most characters that are looked at: some milliseconds, and a hundred looks at each character of a long URI. */
    public static final int MAX_STEPS = 1_000_000;

    private final String text;
    private int steps;

    private BoundedText(String text) {
        this.text = text;
    }

    /** Returns a matcher whose methods throw {@link LimitException} instead of taking more than {@link #MAX_STEPS} steps. */
    public static Matcher matcher(Pattern pattern, String text) {
        return pattern.matcher(new BoundedText(text));
    }

    @Override
    public char charAt(int index) {
        if (++steps > MAX_STEPS) {
            throw new LimitException(text.length());
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }

    /** A match takes too many steps. It has no stack trace, as it ends a deep recursion. */
    public static final class LimitException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private LimitException(int length) {
            super(
                    "an expression takes more than " + MAX_STEPS + " steps for a text of " + length + " characters",
                    null,
                    false,
                    false);
        }
    }
}
