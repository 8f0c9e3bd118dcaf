package org.eclipse.jetty.tests;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Packages that reach each other by imports, as sets of packages without {@code org.eclipse.jetty.}.
 *
 * <p>That internals use the public package that they belong to is no circle: the public types are made of them.
 */
final class PackageCircles {
    private static final String ROOT = "org.eclipse.jetty.";

    private final Map<String, Set<String>> uses = new TreeMap<>();

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
        return Circles.of(new PackageCircles(classes).uses);
    }

    private static String name(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : null;
    }

    private static boolean isInternalOf(String from, String to) {
        int internal = from.indexOf(".internal");
        return internal >= 0 && (from.substring(0, internal).equals(to) || from.startsWith(to + ".internal"));
    }
}
