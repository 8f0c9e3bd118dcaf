package org.eclipse.jetty.util;

import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Matches what is included (everything, if nothing was included explicitly) and not excluded. Not thread-safe while it is
 * changed.
 *
 * @param <T> what the sets hold
 * @param <P> what is matched
 */
public class IncludeExcludeSet<T, P> implements Predicate<P> {
    private final Set<T> includes;
    private final Predicate<P> includePredicate;
    private final Set<T> excludes;
    private final Predicate<P> excludePredicate;

    /** Sets whose elements match what is equal to them. */
    public IncludeExcludeSet() {
        this(new HashSet<>(), null, new HashSet<>(), null);
    }

    /** Sets of this class, which may be a predicate, too. */
    public <SET extends Set<T>> IncludeExcludeSet(Class<SET> setClass) {
        this(newSet(setClass), null, newSet(setClass), null);
    }

    public <SET extends Set<T>> IncludeExcludeSet(
            Set<T> includeSet,
            @Nullable Predicate<P> includePredicate,
            Set<T> excludeSet,
            @Nullable Predicate<P> excludePredicate) {
        this.includes = Objects.requireNonNull(includeSet);
        this.includePredicate = includePredicate == null ? predicateOf(includeSet) : includePredicate;
        this.excludes = Objects.requireNonNull(excludeSet);
        this.excludePredicate = excludePredicate == null ? predicateOf(excludeSet) : excludePredicate;
    }

    private static <S> S newSet(Class<S> setClass) {
        try {
            return setClass.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException x) {
            throw new IllegalArgumentException("no public constructor without arguments: " + setClass, x);
        }
    }

    @SuppressWarnings("unchecked") // a set that is a predicate is one of P by contract
    private static <T, P> Predicate<P> predicateOf(Set<T> set) {
        return set instanceof Predicate ? (Predicate<P>) set : set::contains;
    }

    public IncludeExcludeSet<T, P> asImmutable() {
        return new IncludeExcludeSet<>(
                Collections.unmodifiableSet(includes),
                includePredicate,
                Collections.unmodifiableSet(excludes),
                excludePredicate);
    }

    public void addAll(IncludeExcludeSet<T, P> other) {
        includes.addAll(other.getIncluded());
        excludes.addAll(other.getExcluded());
    }

    public void include(T element) {
        includes.add(element);
    }

    @SafeVarargs
    public final void include(T... elements) {
        for (T element : elements) {
            includes.add(element);
        }
    }

    public void exclude(T element) {
        excludes.add(element);
    }

    @SafeVarargs
    public final void exclude(T... elements) {
        for (T element : elements) {
            excludes.add(element);
        }
    }

    @Override
    public boolean test(P p) {
        if (!includes.isEmpty() && !includePredicate.test(p)) {
            return false;
        }
        return excludes.isEmpty() || !excludePredicate.test(p);
    }

    /** FALSE when excluded, TRUE when included and not excluded, null when neither. */
    public @Nullable Boolean isIncludedAndNotExcluded(P item) {
        if (!excludes.isEmpty() && excludePredicate.test(item)) {
            return Boolean.FALSE;
        }
        return !includes.isEmpty() && includePredicate.test(item) ? Boolean.TRUE : null;
    }

    public boolean hasIncludes() {
        return !includes.isEmpty();
    }

    public boolean hasExcludes() {
        return !excludes.isEmpty();
    }

    public int size() {
        return includes.size() + excludes.size();
    }

    public Set<T> getIncluded() {
        return includes;
    }

    protected Predicate<P> getIncludePredicate() {
        return includePredicate;
    }

    public Set<T> getExcluded() {
        return excludes;
    }

    protected Predicate<P> getExcludePredicate() {
        return excludePredicate;
    }

    public void clear() {
        includes.clear();
        excludes.clear();
    }

    public boolean isEmpty() {
        return includes.isEmpty() && excludes.isEmpty();
    }

    @Override
    public String toString() {
        return String.format("%s@%x{i=%s,e=%s}", getClass().getSimpleName(), hashCode(), includes, excludes);
    }

    /** Applies the rule to two sets at once: excluded by one is excluded; included by one that has includes is included. */
    public static <T1, T2> boolean matchCombined(
            T1 item1, IncludeExcludeSet<?, T1> set1, T2 item2, IncludeExcludeSet<?, T2> set2) {
        Boolean match1 = set1.isIncludedAndNotExcluded(item1);
        Boolean match2 = set2.isIncludedAndNotExcluded(item2);
        if (match1 == Boolean.FALSE || match2 == Boolean.FALSE) {
            return false;
        }
        if (set1.hasIncludes() || set2.hasIncludes()) {
            return match1 == Boolean.TRUE || match2 == Boolean.TRUE;
        }
        return true;
    }
}
