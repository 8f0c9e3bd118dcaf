package org.eclipse.jetty.rewrite.handler;

/** Ends the rules for requests that a pattern matches: they go on as they are. */
public class TerminatingPatternRule extends PatternRule {
    public TerminatingPatternRule() {}

    public TerminatingPatternRule(String pattern) {
        super(pattern);
    }

    @Override
    public boolean isTerminating() {
        return true;
    }

    @Override
    protected Handler apply(Handler input) {
        return input;
    }
}
