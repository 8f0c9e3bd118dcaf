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
public class RegexPathSpec extends AbstractPathSpec {
    private static final String META = "\\.[]{}()<>*+-=!?^$|";

    private final String declaration;
    private final Pattern pattern;
    private final PathSpecGroup group;
    private final int pathDepth;
    private final int specLength;
    private final @Nullable String prefix;
    private final @Nullable String suffix;
    private final boolean named;

    public RegexPathSpec(String regex) {
        this.declaration = regex.startsWith("regex|") ? regex.substring(6) : regex;
        this.pattern = Pattern.compile(declaration);
        this.specLength = declaration.length();
        this.named = declaration.contains("(?<name>") || declaration.contains("(?<info>");
        int from = declaration.startsWith("^") ? 1 : 0;
        int to = declaration.endsWith("$") && !declaration.endsWith("\\$") ? specLength - 1 : specLength;
        int first = from;
        while (first < to && META.indexOf(declaration.charAt(first)) < 0) {
            first++;
        }
        // a quantifier belongs to the character before it
        if (first < to && first > from && "*+?{".indexOf(declaration.charAt(first)) >= 0) {
            first--;
        }
        int last = to;
        while (last > from && META.indexOf(declaration.charAt(last - 1)) < 0) {
            last--;
        }
        if (last > from && declaration.charAt(last - 1) == '\\') {
            last = Math.min(to, last + 1);
        }
        String head = declaration.substring(from, Math.max(from, first));
        String tail = declaration.substring(last, to);
        int depth = 0;
        for (int i = 0; i < head.length(); i++) {
            if (head.charAt(i) == '/') {
                depth++;
            }
        }
        this.pathDepth = depth;
        if (first >= to) {
            group = PathSpecGroup.EXACT;
        } else if (!head.isEmpty() && tail.isEmpty()) {
            group = PathSpecGroup.PREFIX_GLOB;
        } else if (head.length() <= 1 && !tail.isEmpty()) {
            group = PathSpecGroup.SUFFIX_GLOB;
        } else {
            group = PathSpecGroup.MIDDLE_GLOB;
        }
        this.prefix =
                group == PathSpecGroup.EXACT || group == PathSpecGroup.PREFIX_GLOB || group == PathSpecGroup.MIDDLE_GLOB
                        ? head
                        : null;
        this.suffix = group == PathSpecGroup.SUFFIX_GLOB ? tail : null;
    }

    protected Matcher getMatcher(String path) {
        return pattern.matcher(path);
    }

    public Pattern getPattern() {
        return pattern;
    }

    @Override
    public int getSpecLength() {
        return specLength;
    }

    @Override
    public PathSpecGroup getGroup() {
        return group;
    }

    @Override
    public int getPathDepth() {
        return pathDepth;
    }

    @Override
    public @Nullable String getPathInfo(String path) {
        MatchedPath matched = matched(path);
        return matched == null ? null : matched.getPathInfo();
    }

    @Override
    public @Nullable String getPathMatch(String path) {
        MatchedPath matched = matched(path);
        return matched == null ? null : matched.getPathMatch();
    }

    @Override
    public String getDeclaration() {
        return declaration;
    }

    @Override
    public @Nullable String getPrefix() {
        return prefix;
    }

    @Override
    public @Nullable String getSuffix() {
        return suffix;
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
