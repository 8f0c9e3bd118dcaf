package org.eclipse.jetty.rewrite.internal;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.util.BoundedText;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;
import org.jspecify.annotations.Nullable;

/**
 * Looks for rules that redirect a client in a loop, and for regular expressions that a short request makes too costly.
 *
 * <p>Each finding has a request for which it was tried out. It is an error of the first rule, and a warning of a later one, as rules before
 * it may end or rewrite that request. A rule whose settings are not known before the start is left out.
 */
public final class RulesCheck implements ConfigurationCheck {
    private static final String RULES = "org.eclipse.jetty.rewrite.handler.";

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject rule : configuration.objects(RULES + "RegexRule")) {
            Pattern regex = regexOf(rule);
            if (regex != null) {
                checkCost(configuration, rule, regex);
            }
        }
        for (CheckedObject rule : configuration.objects(RULES + "RedirectRegexRule")) {
            Pattern regex = regexOf(rule);
            String location = text(rule, "location", 1);
            CheckedObject.Setting matchQuery = rule.setting("matchQuery");
            boolean known = matchQuery == null || "true".equals(matchQuery.text());
            if (regex != null && location != null && known) {
                reportLoop(configuration, rule, RedirectLoop.of(regex, location));
            }
        }
        for (CheckedObject rule : configuration.objects(RULES + "RedirectPatternRule")) {
            ServletPathSpec pattern = patternOf(rule);
            String location = text(rule, "location", 1);
            if (pattern != null && location != null) {
                reportLoop(configuration, rule, RedirectLoop.of(pattern, location));
            }
        }
    }

    private static void checkCost(CheckedConfiguration configuration, CheckedObject rule, Pattern regex) {
        String request = CostlyExpression.exampleFor(regex);
        if (request != null) {
            report(
                    configuration,
                    rule,
                    place(rule, "regex"),
                    regex.pattern() + " takes more than " + BoundedText.MAX_STEPS + " steps for a path of "
                            + request.length() + " characters, such as " + request,
                    "let only one way match a text: no repetition within or right after a repetition of the same characters");
        }
    }

    private static void reportLoop(CheckedConfiguration configuration, CheckedObject rule, @Nullable String request) {
        if (request != null) {
            report(
                    configuration,
                    rule,
                    place(rule, "location"),
                    "the rule redirects " + request + " again and again: the location matches the rule itself",
                    "let the rule not match its own location");
        }
    }

    private static void report(
            CheckedConfiguration configuration, CheckedObject rule, String place, String message, String remedy) {
        CheckedObject first = configuration.objects(RULES + "Rule").stream()
                .filter(each -> !each.isA(RULES + "RuleContainer"))
                .findFirst()
                .orElse(rule);
        if (rule == first) {
            configuration.error(place, message, remedy);
        } else {
            configuration.warning(place, message, remedy);
        }
    }

    private static @Nullable Pattern regexOf(CheckedObject rule) {
        String regex = text(rule, "regex", 0);
        try {
            return regex == null ? null : Pattern.compile(regex);
        } catch (PatternSyntaxException x) {
            // what the setter refuses is reported for all classes
            return null;
        }
    }

    private static @Nullable ServletPathSpec patternOf(CheckedObject rule) {
        String pattern = text(rule, "pattern", 0);
        try {
            return pattern == null ? null : new ServletPathSpec(pattern);
        } catch (IllegalArgumentException x) {
            return null;
        }
    }

    /** What is set by a name, or else given to the constructor; null if it is not known. */
    private static @Nullable String text(CheckedObject rule, String name, int argument) {
        CheckedObject.Setting setting = setting(rule, name, argument);
        return setting == null ? null : setting.text();
    }

    private static CheckedObject.@Nullable Setting setting(CheckedObject rule, String name, int argument) {
        CheckedObject.Setting setting = rule.setting(name);
        return setting != null || rule.arguments().size() <= argument
                ? setting
                : rule.arguments().get(argument);
    }

    private static String place(CheckedObject rule, String name) {
        CheckedObject.Setting setting = rule.setting(name);
        return setting == null ? rule.place() : setting.place();
    }
}
