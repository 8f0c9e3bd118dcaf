package org.eclipse.jetty.util;

import java.util.Collections;
import java.util.Set;
import java.util.function.Predicate;

/** An {@link IncludeExcludeSet} that matches the type it holds. */
public class IncludeExclude<ITEM> extends IncludeExcludeSet<ITEM, ITEM> {
    public IncludeExclude() {}

    public <SET extends Set<ITEM>> IncludeExclude(Class<SET> setClass) {
        super(setClass);
    }

    public <SET extends Set<ITEM>> IncludeExclude(
            SET includeSet, Predicate<ITEM> includePredicate, SET excludeSet, Predicate<ITEM> excludePredicate) {
        super(includeSet, includePredicate, excludeSet, excludePredicate);
    }

    @Override
    public IncludeExclude<ITEM> asImmutable() {
        return new IncludeExclude<>(
                Collections.unmodifiableSet(getIncluded()),
                getIncludePredicate(),
                Collections.unmodifiableSet(getExcluded()),
                getExcludePredicate());
    }
}
