package org.eclipse.jetty.rewrite.handler;

import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Applies rules to requests before the handler below gets them.
 *
 * <pre>
 * RewriteHandler handler = new RewriteHandler(application);
 * handler.addRule(new RewriteRegexRule("/product/(\\d+)", "/shop/product?id=$1"));
 * handler.addRule(new RedirectPatternRule("/old/*", "/new"));
 * </pre>
 *
 * <p>A rewritten URI that the compliance mode of the connector does not allow is answered by 400. A regular expression that takes too many
 * steps fails the request with 500 and a warning that names the rule.
 */
public class RewriteHandler extends Handler.Wrapper {
    private final RuleContainer rules;

    public RewriteHandler() {
        this(new RuleContainer());
    }

    public RewriteHandler(RuleContainer rules) {
        this(null, rules);
    }

    public RewriteHandler(Handler handler) {
        this(handler, new RuleContainer());
    }

    public RewriteHandler(@Nullable Handler handler, RuleContainer rules) {
        super(handler);
        this.rules = rules;
        installBean(rules);
    }

    public RuleContainer getRuleContainer() {
        return rules;
    }

    public List<Rule> getRules() {
        return rules.getRules();
    }

    /** Sets the rules in place of those that there are; null for none. */
    public void setRules(List<Rule> newRules) {
        rules.setRules(newRules);
    }

    /** Adds a rule at the end. */
    public void addRule(Rule rule) {
        rules.addRule(rule);
    }

    /** Removes all rules. */
    public void clear() {
        rules.clear();
    }

    /** Returns the request attribute that is set to the path before the rules were applied; null for none. */
    public @Nullable String getOriginalPathAttribute() {
        return rules.getOriginalPathAttribute();
    }

    public void setOriginalPathAttribute(String name) {
        rules.setOriginalPathAttribute(name);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!isStarted()) {
            return false;
        }
        Rule.Handler input = new FirstHandler(request);
        Rule.Handler output = rules.matchAndApply(input);
        if (output == null) {
            return super.handle(request, response, callback);
        }
        new LastHandler(output);
        return input.handle(response, callback);
    }

    private static final class FirstHandler extends Rule.Handler {
        private FirstHandler(Request request) {
            super(request);
        }
    }

    /** Calls the handler below, once the rules have not answered. */
    private final class LastHandler extends Rule.Handler {
        private final Rule.Handler output;

        private LastHandler(Rule.Handler output) {
            super(output);
            this.output = output;
        }

        @Override
        protected boolean handle(Response response, Callback callback) throws Exception {
            return RewriteHandler.super.handle(output, response, callback);
        }
    }
}
