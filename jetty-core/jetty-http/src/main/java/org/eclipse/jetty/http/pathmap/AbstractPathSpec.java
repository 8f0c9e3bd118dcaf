package org.eclipse.jetty.http.pathmap;

import org.jspecify.annotations.Nullable;

/** Orders specifications by group, then by descending length, then by text. */
public abstract class AbstractPathSpec implements PathSpec {
    @Override
    public int compareTo(PathSpec other) {
        int byGroup = getGroup().compareTo(other.getGroup());
        if (byGroup != 0) {
            return byGroup;
        }
        int byLength = Integer.compare(other.getSpecLength(), getSpecLength());
        if (byLength != 0) {
            return byLength;
        }
        int byText = getDeclaration().compareTo(other.getDeclaration());
        return byText != 0
                ? byText
                : getClass().getName().compareTo(other.getClass().getName());
    }

    @Override
    public final boolean equals(@Nullable Object o) {
        return this == o
                || o != null && getClass() == o.getClass() && getDeclaration().equals(((PathSpec) o).getDeclaration());
    }

    @Override
    public final int hashCode() {
        return getDeclaration().hashCode();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + getDeclaration() + "]";
    }

    /** The base of the specifications of this package: what is known of one as soon as its text is parsed. Thread-safe. */
    abstract static class Parsed extends AbstractPathSpec {
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

        Parsed(Parts parts) {
            declaration = parts.declaration();
            group = parts.group();
            pathDepth = parts.pathDepth();
            prefix = parts.prefix();
            suffix = parts.suffix();
        }

        static int slashes(String path) {
            int count = 0;
            for (int i = 0; i < path.length(); i++) {
                if (path.charAt(i) == '/') {
                    count++;
                }
            }
            return count;
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
}
