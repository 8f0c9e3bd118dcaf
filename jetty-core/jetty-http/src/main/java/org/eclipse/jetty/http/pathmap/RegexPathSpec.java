package org.eclipse.jetty.http.pathmap;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that whole paths match.
 *
 * <p>Groups named {@code name} and {@code info} give what is matched and what is below; without them the first group of an
 * expression that begins with a fixed part is what is below. Thread-safe.
 */
public class RegexPathSpec extends AbstractPathSpec.Parsed {
    private static final String META = "\\.[]{}()<>*+-=!?^$|";

    private final Pattern pattern;
    private final boolean named;

    public RegexPathSpec(String regex) {
        super(parse(regex.startsWith("regex|") ? regex.substring(6) : regex));
        this.pattern = Pattern.compile(declaration);
        this.named = declaration.contains("(?<name>") || declaration.contains("(?<info>");
    }

    private static Parts parse(String regex) {
        int from = regex.startsWith("^") ? 1 : 0;
        int to = regex.endsWith("$") && !regex.endsWith("\\$") ? regex.length() - 1 : regex.length();
        int first = from;
        while (first < to && META.indexOf(regex.charAt(first)) < 0) {
            first++;
        }
        // a quantifier belongs to the character before it
        if (first < to && first > from && "*+?{".indexOf(regex.charAt(first)) >= 0) {
            first--;
        }
        int last = to;
        while (last > from && META.indexOf(regex.charAt(last - 1)) < 0) {
            last--;
        }
        if (last > from && regex.charAt(last - 1) == '\\') {
            last = Math.min(to, last + 1);
        }
        String head = regex.substring(from, Math.max(from, first));
        String tail = regex.substring(last, to);
        int depth = slashes(head);
        if (first >= to) {
            return new Parts(regex, PathSpecGroup.EXACT, depth, head, null);
        }
        if (!head.isEmpty() && tail.isEmpty()) {
            return new Parts(regex, PathSpecGroup.PREFIX_GLOB, depth, head, null);
        }
        if (head.length() <= 1 && !tail.isEmpty()) {
            return new Parts(regex, PathSpecGroup.SUFFIX_GLOB, depth, null, tail);
        }
        return new Parts(regex, PathSpecGroup.MIDDLE_GLOB, depth, head, null);
    }

    protected Matcher getMatcher(String path) {
        return pattern.matcher(path);
    }

    public Pattern getPattern() {
        return pattern;
    }

    @Override
    public boolean matches(String path) {
        return getMatcher(path).matches();
    }

    @Override
    public @Nullable MatchedPath matched(String path) {
        Matcher matcher = getMatcher(path);
        if (!matcher.matches()) {
            return null;
        }
        if (named) {
            return MatchedPath.from(
                    name(matcher, path), declaration.contains("(?<info>") ? matcher.group("info") : null);
        }
        if (group == PathSpecGroup.PREFIX_GLOB && matcher.groupCount() >= 1 && matcher.start(1) > 0) {
            int at = matcher.start(1);
            if (path.charAt(at - 1) == '/') {
                at--;
            }
            return MatchedPath.from(path.substring(0, at), path.substring(at));
        }
        return MatchedPath.from(path, null);
    }

    private String name(Matcher matcher, String path) {
        if (declaration.contains("(?<name>")) {
            return matcher.group("name");
        }
        int info = matcher.start("info");
        return info < 0 ? path : path.substring(0, info);
    }
}
