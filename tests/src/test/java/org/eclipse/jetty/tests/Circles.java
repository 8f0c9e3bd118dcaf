package org.eclipse.jetty.tests;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sets of names that reach each other, in a graph of what uses what. */
final class Circles {
    private final Map<String, Set<String>> uses;
    private final Map<String, Set<String>> reached = new HashMap<>();

    private Circles(Map<String, Set<String>> uses) {
        this.uses = uses;
    }

    /** The circles of two names or more. */
    static Set<Set<String>> of(Map<String, Set<String>> uses) {
        Circles circles = new Circles(uses);
        return uses.keySet().stream()
                .map(circles::circleOf)
                .filter(circle -> circle.size() > 1)
                .collect(Collectors.toSet());
    }

    /** The names that a name reaches, and that reach it. */
    private Set<String> circleOf(String name) {
        return reach(name).stream()
                .filter(other -> reach(other).contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> reach(String name) {
        Set<String> known = reached.get(name);
        if (known == null) {
            known = new HashSet<>();
            Deque<String> left = new ArrayDeque<>(uses.getOrDefault(name, Set.of()));
            while (!left.isEmpty()) {
                String next = left.pop();
                if (known.add(next)) {
                    left.addAll(uses.getOrDefault(next, Set.of()));
                }
            }
            reached.put(name, known);
        }
        return known;
    }
}
