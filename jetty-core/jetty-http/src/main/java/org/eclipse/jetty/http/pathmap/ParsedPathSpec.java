package org.eclipse.jetty.http.pathmap;

import org.jspecify.annotations.Nullable;

/** The base of the specifications of this package: what is known of one as soon as its text is parsed. Thread-safe. */
abstract class ParsedPathSpec extends AbstractPathSpec {
    final String declaration;
    final PathSpecGroup group;
    final int pathDepth;
    final @Nullable String prefix;
    final @Nullable String suffix;

    /** What the text of a specification says. */
    record Parts(
            String declaration,
            PathSpecGroup group,
            int pathDepth,
            @Nullable String prefix,
            @Nullable String suffix) {}

    ParsedPathSpec(Parts parts) {
        declaration = parts.declaration();
        group = parts.group();
        pathDepth = parts.pathDepth();
        prefix = parts.prefix();
        suffix = parts.suffix();
    }

    static int slashes(String path) {
        return (int) path.chars().filter(c -> c == '/').count();
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
}
