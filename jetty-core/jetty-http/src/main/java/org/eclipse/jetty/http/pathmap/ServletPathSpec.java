package org.eclipse.jetty.http.pathmap;

import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A URL pattern of the Servlet specification (6.0 12.2): "" (the root), "/" (default), {@code /prefix/*}, {@code *.suffix} or
 * an exact path. Thread-safe.
 */
public class ServletPathSpec extends AbstractPathSpec.Parsed {
    private static final Logger LOG = LoggerFactory.getLogger(ServletPathSpec.class);

    private final @Nullable MatchedPath fixed;

    public ServletPathSpec(@Nullable String servletPathSpec) {
        super(parse(servletPathSpec));
        fixed = switch (group) {
            case ROOT -> MatchedPath.from("", "/");
            case EXACT, PREFIX_GLOB -> MatchedPath.from(prefix, null);
            default -> null;
        };
    }

    private static Parts parse(@Nullable String servletPathSpec) {
        String spec = servletPathSpec == null ? "" : servletPathSpec;
        if (spec.startsWith("servlet|")) {
            spec = spec.substring(8);
        }
        check(spec);
        int depth = slashes(spec);
        if (spec.isEmpty()) {
            return new Parts(spec, PathSpecGroup.ROOT, depth, null, null);
        }
        if (spec.equals("/")) {
            return new Parts(spec, PathSpecGroup.DEFAULT, depth, null, null);
        }
        if (spec.endsWith("/*")) {
            return new Parts(spec, PathSpecGroup.PREFIX_GLOB, depth, spec.substring(0, spec.length() - 2), null);
        }
        if (spec.startsWith("*.")) {
            return new Parts(spec, PathSpecGroup.SUFFIX_GLOB, depth, null, spec.substring(2));
        }
        return new Parts(spec, PathSpecGroup.EXACT, depth, spec, null);
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
