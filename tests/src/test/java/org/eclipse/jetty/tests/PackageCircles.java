package org.eclipse.jetty.tests;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Packages that reach each other by imports, as sets of packages without {@code org.eclipse.jetty.}.
 *
 * <p>That internals use the public package that they belong to is no circle: the public types are made of them.
 */
final class PackageCircles {
    private static final String ROOT = "org.eclipse.jetty.";

    private final Map<String, Set<String>> uses = new TreeMap<>();
    private final Map<String, Set<String>> reached = new HashMap<>();

    private PackageCircles(JavaClasses classes) {
        for (JavaClass type : classes) {
            String from = name(type);
            if (from == null) {
                continue;
            }
            Set<String> used = uses.computeIfAbsent(from, x -> new TreeSet<>());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String to = name(dependency.getTargetClass());
                if (to != null && !to.equals(from) && !isInternalOf(from, to)) {
                    used.add(to);
                }
            }
        }
    }

    static Set<Set<String>> of(JavaClasses classes) {
        PackageCircles circles = new PackageCircles(classes);
        return circles.uses.keySet().stream()
                .map(circles::circleOf)
                .filter(circle -> circle.size() > 1)
                .collect(Collectors.toSet());
    }

    private static String name(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : null;
    }

    private static boolean isInternalOf(String from, String to) {
        int internal = from.indexOf(".internal");
        return internal >= 0 && (from.substring(0, internal).equals(to) || from.startsWith(to + ".internal"));
    }

    /** The packages that a package reaches, and that reach it. */
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
