package org.eclipse.jetty.http.pathmap;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A specification of paths, which takes a path that it matches apart. Thread-safe. */
public interface PathSpec extends Comparable<PathSpec> {
    /** A regular expression when it begins with "^", a servlet path specification else; {@code servlet|}, {@code regex|} and {@code uri-template|} say so. */
    static PathSpec from(String pathSpec) {
        Objects.requireNonNull(pathSpec, "null PathSpec (expected: a path specification)");
        if (pathSpec.startsWith("servlet|")) {
            return new ServletPathSpec(pathSpec.substring(8));
        }
        if (pathSpec.startsWith("regex|")) {
            return new RegexPathSpec(pathSpec.substring(6));
        }
        if (pathSpec.startsWith("uri-template|")) {
            return new UriTemplatePathSpec(pathSpec.substring(13));
        }
        return pathSpec.startsWith("^") ? new RegexPathSpec(pathSpec) : new ServletPathSpec(pathSpec);
    }

    /** The length that decides between specifications of one group. */
    int getSpecLength();

    PathSpecGroup getGroup();

    /** How many segments the specification has, -1 when that depends on the path. */
    int getPathDepth();

    /** What of a path is below the match. */
    @Nullable
    String getPathInfo(String path);

    /** What of a path is matched. */
    @Nullable
    String getPathMatch(String path);

    /** The text of the specification. */
    String getDeclaration();

    /** The fixed part that paths begin with. */
    @Nullable
    String getPrefix();

    /** The fixed part that paths end with. */
    @Nullable
    String getSuffix();

    default boolean matches(String path) {
        return matched(path) != null;
    }

    /** How a path is matched. */
    @Nullable
    MatchedPath matched(String path);
}
