package org.eclipse.jetty.rewrite.handler;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.util.BoundedText;
import org.jspecify.annotations.Nullable;

/** Matches texts of clients with the expressions of rules. */
final class BoundedMatch {
    private BoundedMatch() {}

    /**
     * Returns the matcher if the expression matches the whole text; otherwise null.
     *
     * @throws CostlyRuleException if that takes too many steps, or more stack than a thread has
     */
    static @Nullable Matcher of(Pattern pattern, String text, Rule rule) {
        try {
            Matcher matcher = BoundedText.matcher(pattern, text);
            return matcher.matches() ? matcher : null;
        } catch (StackOverflowError | BoundedText.LimitException x) {
            throw new CostlyRuleException(rule + " for " + text.length()
                    + " characters (expected: an expression that takes at most " + BoundedText.MAX_STEPS + " steps)");
        }
    }

    /** A rule is too costly for a request, which is answered by 500. */
    static final class CostlyRuleException extends IllegalStateException implements QuietException {
        private static final long serialVersionUID = 1L;

        private CostlyRuleException(String message) {
            super(message);
        }
    }
}
