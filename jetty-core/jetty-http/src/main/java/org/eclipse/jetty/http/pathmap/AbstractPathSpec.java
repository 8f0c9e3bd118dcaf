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
}
