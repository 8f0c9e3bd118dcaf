package org.eclipse.jetty.rewrite.handler;

import java.util.regex.Matcher;

/** Ends the rules for requests that an expression matches: they go on as they are. */
public class TerminatingRegexRule extends RegexRule {
    public TerminatingRegexRule() {}

    public TerminatingRegexRule(String regex) {
        super(regex);
    }

    @Override
    public boolean isTerminating() {
        return true;
    }

    @Override
    public Handler apply(Handler input, Matcher matcher) {
        return input;
    }
}
