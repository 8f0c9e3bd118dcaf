package org.eclipse.jetty.ee10.webapp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.ee10.webapp.FragmentDescriptor.OtherType;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The order that fragments ask for: those before all others, those without a wish, those after all others, and each after
 * what it names. Libraries keep their places otherwise. A cycle is refused with the names in it (Servlet section 8.2.2).
 */
public class RelativeOrdering implements Ordering {
    private final MetaData metaData;

    public RelativeOrdering(MetaData metaData) {
        this.metaData = metaData;
    }

    @Override
    public List<Resource> order(List<Resource> jars) {
        List<Resource> groups = new ArrayList<>(jars.size());
        for (OtherType type : new OtherType[] {OtherType.Before, OtherType.None, OtherType.After}) {
            for (Resource jar : jars) {
                if (type == otherType(jar)) {
                    groups.add(jar);
                }
            }
        }

        Map<Resource, Set<Resource>> predecessors = new HashMap<>();
        for (Resource jar : jars) {
            FragmentDescriptor fragment = metaData.getFragmentDescriptorForJar(jar);
            if (fragment == null) {
                continue;
            }
            for (String name : fragment.getAfters()) {
                precede(predecessors, metaData.getJarForFragmentName(name), jar);
            }
            for (String name : fragment.getBefores()) {
                precede(predecessors, jar, metaData.getJarForFragmentName(name));
            }
        }
        // to be before (after) a fragment that is before (after) all others is to be before (after) all others as well
        pullAlong(groups, predecessors);

        Set<Resource> sorted = new LinkedHashSet<>();
        for (Resource jar : groups) {
            visit(jar, groups, predecessors, new LinkedHashSet<>(), sorted);
        }
        return new ArrayList<>(sorted);
    }

    private OtherType otherType(Resource jar) {
        FragmentDescriptor fragment = metaData.getFragmentDescriptorForJar(jar);
        return fragment == null ? OtherType.None : fragment.getOtherType();
    }

    private static void precede(
            Map<Resource, Set<Resource>> predecessors, @Nullable Resource first, @Nullable Resource second) {
        // a name that no library has is ignored
        if (first != null && second != null) {
            predecessors.computeIfAbsent(second, k -> new LinkedHashSet<>()).add(first);
        }
    }

    /** Whoever must follow one of the last group, and asks for nothing itself, goes to the last group. */
    private void pullAlong(List<Resource> groups, Map<Resource, Set<Resource>> predecessors) {
        Set<Resource> last = new LinkedHashSet<>();
        for (Resource jar : groups) {
            if (otherType(jar) == OtherType.After) {
                last.add(jar);
            }
        }
        boolean changed = !last.isEmpty();
        while (changed) {
            changed = false;
            for (Resource jar : groups) {
                if (last.contains(jar) || otherType(jar) != OtherType.None) {
                    continue;
                }
                for (Resource before : predecessors.getOrDefault(jar, Set.of())) {
                    changed |= last.contains(before);
                }
                if (changed) {
                    last.add(jar);
                    break;
                }
            }
        }
        groups.removeAll(last);
        groups.addAll(last);
    }

    private void visit(
            Resource jar,
            List<Resource> all,
            Map<Resource, Set<Resource>> predecessors,
            Set<Resource> open,
            Set<Resource> sorted) {
        if (sorted.contains(jar)) {
            return;
        }
        if (!open.add(jar)) {
            List<String> cycle = new ArrayList<>();
            for (Resource member : open) {
                cycle.add(nameOf(member));
            }
            throw new IllegalStateException(
                    "The order of web fragments has a cycle: " + String.join(" -> ", cycle) + " -> " + nameOf(jar)
                            + "; change <ordering> in one of them, or use <absolute-ordering> in web.xml");
        }
        Set<Resource> before = predecessors.getOrDefault(jar, Set.of());
        for (Resource candidate : all) {
            if (before.contains(candidate)) {
                visit(candidate, all, predecessors, open, sorted);
            }
        }
        open.remove(jar);
        sorted.add(jar);
    }

    private String nameOf(Resource jar) {
        FragmentDescriptor fragment = metaData.getFragmentDescriptorForJar(jar);
        String file = Objects.requireNonNullElseGet(jar.getFileName(), jar::toString);
        if (fragment == null || fragment.getName().startsWith(FragmentDescriptor.NAMELESS)) {
            return file;
        }
        return fragment.getName() + " (" + file + ")";
    }
}
