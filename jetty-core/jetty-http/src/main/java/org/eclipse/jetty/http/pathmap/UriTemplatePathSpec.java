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
public class UriTemplatePathSpec extends AbstractPathSpec.Parsed {
    private final Pattern pattern;
    private final String[] variables;
    private final String signature;

    public UriTemplatePathSpec(@Nullable String rawSpec) {
        this(new Template(rawSpec));
    }

    private UriTemplatePathSpec(Template template) {
        super(template.parts());
        this.pattern = Pattern.compile(template.regex.toString());
        this.variables = template.names.toArray(new String[0]);
        this.signature = template.kinds.toString();
    }

    /** The text of a specification as it is parsed, segment by segment. */
    private static final class Template {
        final String spec;
        final List<String> names = new ArrayList<>();
        final StringBuilder regex = new StringBuilder();
        /** A letter for each segment: "e" for a fixed one, "v" for a variable. */
        final StringBuilder kinds = new StringBuilder();

        private final StringBuilder fixedHead = new StringBuilder();

        Template(@Nullable String rawSpec) {
            String text = rawSpec == null ? "" : rawSpec;
            spec = text.startsWith("uri-template|") ? text.substring(13) : text;
            if (!spec.startsWith("/")) {
                throw new IllegalArgumentException("URI template '" + spec + "' (expected: to begin with /)");
            }
            for (String segment : spec.substring(1).split("/", -1)) {
                add(segment);
            }
        }

        private void add(String segment) {
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
                return;
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

        Parts parts() {
            PathSpecGroup group = group();
            String prefix = group == PathSpecGroup.PREFIX_GLOB ? fixedHead + "/" : null;
            String suffix = group == PathSpecGroup.SUFFIX_GLOB ? spec.substring(spec.lastIndexOf('}') + 1) : null;
            return new Parts(spec, group, kinds.length(), prefix, suffix);
        }

        private PathSpecGroup group() {
            if (names.isEmpty()) {
                return PathSpecGroup.EXACT;
            }
            boolean head = kinds.charAt(0) == 'e';
            boolean tail = kinds.charAt(kinds.length() - 1) == 'e';
            if (head && kinds.lastIndexOf("e") < kinds.indexOf("v")) {
                return PathSpecGroup.PREFIX_GLOB;
            }
            return !head && tail && kinds.indexOf("e") > kinds.lastIndexOf("v")
                    ? PathSpecGroup.SUFFIX_GLOB
                    : PathSpecGroup.MIDDLE_GLOB;
        }
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
