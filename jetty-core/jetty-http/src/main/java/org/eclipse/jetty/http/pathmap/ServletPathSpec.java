package org.eclipse.jetty.http.pathmap;

import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A URL pattern of the Servlet specification (6.0 12.2): "" (the root), "/" (default), {@code /prefix/*}, {@code *.suffix} or
 * an exact path. Thread-safe.
 */
public class ServletPathSpec extends AbstractPathSpec {
    private static final Logger LOG = LoggerFactory.getLogger(ServletPathSpec.class);

    private final String declaration;
    private final PathSpecGroup group;
    private final int pathDepth;
    private final @Nullable String prefix;
    private final @Nullable String suffix;
    private final @Nullable MatchedPath fixed;

    public ServletPathSpec(@Nullable String servletPathSpec) {
        String spec = servletPathSpec == null ? "" : servletPathSpec;
        if (spec.startsWith("servlet|")) {
            spec = spec.substring(8);
        }
        check(spec);
        this.declaration = spec;
        int depth = 0;
        for (int i = 0; i < spec.length(); i++) {
            if (spec.charAt(i) == '/') {
                depth++;
            }
        }
        this.pathDepth = depth;
        if (spec.isEmpty()) {
            group = PathSpecGroup.ROOT;
            prefix = suffix = null;
            fixed = MatchedPath.from("", "/");
        } else if (spec.equals("/")) {
            group = PathSpecGroup.DEFAULT;
            prefix = suffix = null;
            fixed = null;
        } else if (spec.endsWith("/*")) {
            group = PathSpecGroup.PREFIX_GLOB;
            prefix = spec.substring(0, spec.length() - 2);
            suffix = null;
            fixed = MatchedPath.from(prefix, null);
        } else if (spec.startsWith("*.")) {
            group = PathSpecGroup.SUFFIX_GLOB;
            prefix = null;
            suffix = spec.substring(2);
            fixed = null;
        } else {
            group = PathSpecGroup.EXACT;
            prefix = spec;
            suffix = null;
            fixed = MatchedPath.from(spec, null);
        }
    }

    private static void check(String spec) {
        if (spec.isEmpty() || spec.equals("/")) {
            return;
        }
        int star = spec.indexOf('*');
        boolean legal;
        if (spec.charAt(0) == '/') {
            legal = star < 0 || star == spec.length() - 1;
        } else {
            legal = spec.startsWith("*.") && spec.length() > 2 && spec.indexOf('/') < 0 && spec.indexOf('*', 1) < 0;
        }
        if (!legal) {
            throw new IllegalArgumentException("Servlet Spec 12.2 violation: url-pattern '" + spec
                    + "' (expected: \"\", /, /path, /path/* or *.suffix)");
        }
        if (star > 1 && spec.charAt(star - 1) != '/') {
            LOG.warn("url-pattern '{}' is for this one path: a pattern for all that begin so ends with /*", spec);
        }
    }

    /** A pattern with a leading slash, which some configurations leave out. */
    @NullContract("!null -> !null")
    public static @Nullable String normalize(@Nullable String pathSpec) {
        return pathSpec != null && !pathSpec.isEmpty() && !pathSpec.startsWith("/") && !pathSpec.startsWith("*")
                ? "/" + pathSpec
                : pathSpec;
    }

    /** Whether a pattern matches a path. */
    public static boolean match(String pathSpec, String path) {
        return new ServletPathSpec(pathSpec).matches(path);
    }

    /** What of a path a pattern matches. */
    public static @Nullable String pathMatch(String pathSpec, String path) {
        return new ServletPathSpec(pathSpec).getPathMatch(path);
    }

    /** What of a path is below a pattern's match. */
    public static @Nullable String pathInfo(String pathSpec, String path) {
        return new ServletPathSpec(pathSpec).getPathInfo(path);
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

    @Override
    public boolean matches(String path) {
        return switch (group) {
            case ROOT -> "/".equals(path);
            case EXACT -> declaration.equals(path);
            case PREFIX_GLOB -> isBelow(path);
            case SUFFIX_GLOB -> hasSuffix(path);
            case DEFAULT -> true;
            default -> false;
        };
    }

    private boolean isBelow(String path) {
        assert prefix != null : "of a prefix";
        return path.startsWith(prefix) && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
    }

    private boolean hasSuffix(String path) {
        assert suffix != null : "of a suffix";
        int dot = path.length() - suffix.length() - 1;
        return dot >= 0 && path.charAt(dot) == '.' && path.endsWith(suffix);
    }

    private @Nullable MatchedPath matchedBelow(String path) {
        assert prefix != null : "of a prefix";
        return path.length() == prefix.length() ? fixed : MatchedPath.from(prefix, path.substring(prefix.length()));
    }

    @Override
    public @Nullable MatchedPath matched(String path) {
        if (!matches(path)) {
            return null;
        }
        return switch (group) {
            case PREFIX_GLOB -> matchedBelow(path);
            case SUFFIX_GLOB, DEFAULT -> MatchedPath.from(path, null);
            default -> fixed;
        };
    }
}
