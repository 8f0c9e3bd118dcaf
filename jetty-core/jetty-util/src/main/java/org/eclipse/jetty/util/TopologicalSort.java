package org.eclipse.jetty.util;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sorts items so that each one comes after its dependencies, and otherwise keeps their order. Not thread-safe. */
public class TopologicalSort<T> {
    private final Map<T, Set<T>> dependencies = new LinkedHashMap<>();

    public TopologicalSort() {}

    @SafeVarargs
    public final void addDependency(T dependent, T... needed) {
        Set<T> set = dependencies.computeIfAbsent(dependent, k -> new LinkedHashSet<>());
        for (T item : needed) {
            set.add(item);
        }
    }

    public void addBeforeAfter(T before, T after) {
        dependencies.computeIfAbsent(after, k -> new LinkedHashSet<>()).add(before);
    }

    /** Sorts in place; fails with an {@link IllegalStateException} that names a cycle. */
    public void sort(T[] array) {
        List<T> sorted = sorted(List.of(array));
        for (int i = 0; i < array.length; i++) {
            array[i] = sorted.get(i);
        }
    }

    public void sort(Collection<T> list) {
        List<T> sorted = sorted(new ArrayList<>(list));
        list.clear();
        list.addAll(sorted);
    }

    private List<T> sorted(List<T> items) {
        Set<T> sorted = new LinkedHashSet<>();
        Set<T> open = new LinkedHashSet<>();
        Set<T> all = new LinkedHashSet<>(items);
        for (T item : items) {
            visit(item, all, open, sorted);
        }
        return new ArrayList<>(sorted);
    }

    private void visit(T item, Set<T> all, Set<T> open, Set<T> sorted) {
        if (sorted.contains(item)) {
            return;
        }
        if (!open.add(item)) {
            throw new IllegalStateException("cyclic at " + item + ": " + open);
        }
        Set<T> needed = dependencies.get(item);
        if (needed != null) {
            // those of the items first that came first
            for (T candidate : all) {
                if (needed.contains(candidate)) {
                    visit(candidate, all, open, sorted);
                }
            }
        }
        open.remove(item);
        sorted.add(item);
    }

    @Override
    public String toString() {
        return "TopologicalSort " + dependencies;
    }
}
