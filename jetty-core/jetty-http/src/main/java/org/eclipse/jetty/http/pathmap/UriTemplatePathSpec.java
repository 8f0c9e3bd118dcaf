package org.eclipse.jetty.http.pathmap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URI template of level 1 (RFC 6570): segments are fixed or one variable, as in {@code /users/{id}/orders}. Thread-safe.
 */
public class UriTemplatePathSpec extends AbstractPathSpec {
    private final String declaration;
    private final Pattern pattern;
    private final PathSpecGroup group;
    private final String[] variables;
    private final int pathDepth;
    private final @Nullable String prefix;
    private final @Nullable String suffix;
    private final String signature;

    public UriTemplatePathSpec(@Nullable String rawSpec) {
        String spec = rawSpec == null ? "" : rawSpec;
        if (spec.startsWith("uri-template|")) {
            spec = spec.substring(13);
        }
        if (spec.isEmpty() || spec.charAt(0) != '/') {
            throw new IllegalArgumentException("URI template '" + spec + "' (expected: to begin with /)");
        }
        this.declaration = spec;
        List<String> names = new ArrayList<>();
        StringBuilder regex = new StringBuilder();
        StringBuilder kinds = new StringBuilder();
        StringBuilder fixedHead = new StringBuilder();
        String[] segments = spec.substring(1).split("/", -1);
        for (String segment : segments) {
            regex.append('/');
            int open = segment.indexOf('{');
            if (open < 0 && segment.indexOf('}') < 0) {
                kinds.append('e');
                if (names.isEmpty()) {
                    fixedHead.append('/').append(segment);
                }
                if (!segment.isEmpty()) {
                    regex.append(Pattern.quote(segment));
                }
                continue;
            }
            if (open != 0 || segment.indexOf('}') != segment.length() - 1) {
                throw new IllegalArgumentException(
                        "URI template '" + spec + "': segment '" + segment + "' (expected: {name} alone)");
            }
            String name = segment.substring(1, segment.length() - 1);
            if (!isName(name) || names.contains(name)) {
                throw new IllegalArgumentException(
                        "URI template '" + spec + "': variable '" + name + "' (expected: a name used once)");
            }
            names.add(name);
            kinds.append('v');
            regex.append("([^/]+)");
        }
        this.signature = kinds.toString();
        this.pattern = Pattern.compile(regex.toString());
        this.variables = names.toArray(new String[0]);
        this.pathDepth = segments.length;
        boolean head = signature.charAt(0) == 'e';
        boolean tail = signature.charAt(signature.length() - 1) == 'e';
        if (names.isEmpty()) {
            group = PathSpecGroup.EXACT;
        } else if (head && signature.lastIndexOf('e') < signature.indexOf('v')) {
            group = PathSpecGroup.PREFIX_GLOB;
        } else if (!head && tail && signature.indexOf('e') > signature.lastIndexOf('v')) {
            group = PathSpecGroup.SUFFIX_GLOB;
        } else {
            group = PathSpecGroup.MIDDLE_GLOB;
        }
        this.prefix = group == PathSpecGroup.PREFIX_GLOB ? fixedHead + "/" : null;
        this.suffix = group == PathSpecGroup.SUFFIX_GLOB ? spec.substring(spec.lastIndexOf('}') + 1) : null;
    }

    private static boolean isName(String name) {
        if (name.isEmpty()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '_' && c != '.' && c != '-') {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(PathSpec other) {
        if (other instanceof UriTemplatePathSpec template && getGroup() == template.getGroup()) {
            // fixed segments before variables, from the left
            int byKinds = signature.compareTo(template.signature);
            if (pathDepth == template.pathDepth && byKinds != 0) {
                return byKinds;
            }
        }
        return super.compareTo(other);
    }

    /** The variables of a path by name, or null when it does not match. */
    public @Nullable Map<String, String> getPathParams(String path) {
        Matcher matcher = getMatcher(path);
        if (!matcher.matches()) {
            return null;
        }
        if (variables.length == 0) {
            return Collections.emptyMap();
        }
        Map<String, String> params = new LinkedHashMap<>();
        for (int i = 0; i < variables.length; i++) {
            params.put(variables[i], matcher.group(i + 1));
        }
        return params;
    }

    protected Matcher getMatcher(String path) {
        int query = path.indexOf('?');
        return pattern.matcher(query < 0 ? path : path.substring(0, query));
    }

    @Override
    public int getSpecLength() {
        return declaration.length();
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
        if (group == PathSpecGroup.PREFIX_GLOB) {
            int at = matcher.start(1) - 1;
            return MatchedPath.from(path.substring(0, at), path.substring(at));
        }
        return MatchedPath.from(path, null);
    }

    public int getVariableCount() {
        return variables.length;
    }

    public String[] getVariables() {
        return variables.clone();
    }
}
