package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A rule that applies other rules, in order, each to what the ones before it have made. Each is applied once for a request.
 *
 * <p>The container matches if one of its rules does. Thread-safe: rules may be added while requests are handled.
 */
public class RuleContainer extends Rule implements Iterable<Rule>, Dumpable {
    /** Appended to the name of {@link #getOriginalPathAttribute()}: the attribute with the original query. */
    public static final String ORIGINAL_QUERYSTRING_ATTRIBUTE_SUFFIX = ".QUERYSTRING";

    private static final Logger LOG = LoggerFactory.getLogger(RuleContainer.class);

    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private @Nullable String originalPathAttribute;
    private @Nullable String originalQueryAttribute;

    /** Returns the rules, which cannot be changed by the list. */
    public List<Rule> getRules() {
        return List.copyOf(rules);
    }

    /** Sets the rules in place of those that there are; null for none. */
    public void setRules(@Nullable List<Rule> newRules) {
        List<Rule> list = newRules == null ? List.of() : new ArrayList<>(newRules);
        list.forEach(this::check);
        rules.clear();
        rules.addAll(list);
    }

    @Override
    public Iterator<Rule> iterator() {
        return getRules().iterator();
    }

    /**
     * Adds a rule at the end.
     *
     * @throws IllegalArgumentException if the rule is this container, or has it among its own rules: it would never end
     */
    public void addRule(Rule rule) {
        check(rule);
        rules.add(rule);
    }

    /** Refuses rules that cannot be in this container. */
    protected void check(Rule rule) {
        if (rule == null) {
            throw new IllegalArgumentException("rule: null (expected: a rule)");
        }
        if (contains(rule, this)) {
            throw new IllegalArgumentException(
                    "rule: " + rule + " (expected: one that does not contain this container)");
        }
    }

    private static boolean contains(Rule rule, RuleContainer container) {
        if (rule == container) {
            return true;
        }
        if (rule instanceof RuleContainer inner) {
            for (Rule next : inner.rules) {
                if (contains(next, container)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Removes all rules. */
    public void clear() {
        rules.clear();
    }

    /** Returns the request attribute that is set to the path before the rules were applied; null for none. */
    public @Nullable String getOriginalPathAttribute() {
        return originalPathAttribute;
    }

    /** Sets the request attribute for the path before the rules were applied; null or blank for none. */
    public void setOriginalPathAttribute(@Nullable String name) {
        originalPathAttribute = name == null || name.isBlank() ? null : name;
        originalQueryAttribute =
                originalPathAttribute == null ? null : originalPathAttribute + ORIGINAL_QUERYSTRING_ATTRIBUTE_SUFFIX;
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) throws IOException {
        if (originalPathAttribute != null) {
            HttpURI uri = input.getHttpURI();
            input.setAttribute(originalPathAttribute, uri.getPath());
            if (originalQueryAttribute != null && uri.getQuery() != null) {
                input.setAttribute(originalQueryAttribute, uri.getQuery());
            }
        }
        Handler current = input;
        boolean matched = false;
        for (Rule rule : rules) {
            Handler output = rule.matchAndApply(current);
            if (output == null) {
                continue;
            }
            LOG.debug("{} applied to {}", rule, current);
            matched = true;
            current = output;
            if (rule.isTerminating()) {
                break;
            }
        }
        return matched ? current : null;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, new DumpableCollection("rules", rules));
    }
}
