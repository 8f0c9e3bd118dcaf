package org.eclipse.jetty.ee10.webapp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;

/**
 * The elements about resources of several descriptors, as one descriptor has them: of one name that which counts, with the
 * places of injection that count (Servlet section 8.2.3). Confined to its caller.
 */
final class CopiedElements {
    private final Set<String> tags;
    private final List<Copied> all = new ArrayList<>();
    private final Map<String, Copied> named = new HashMap<>();

    /** The names whose places are not those of fragments. */
    private final Set<String> decided = new HashSet<>();

    /** An element, and the places that other descriptors add. */
    private record Copied(Node node, List<Node> places) {}

    CopiedElements(Set<String> tags) {
        this.tags = tags;
    }

    /** Adds the elements of a descriptor, after all those that count before it. */
    void add(@Nullable WebDescriptor descriptor) {
        if (descriptor == null) {
            return;
        }
        Map<String, Copied> own = new HashMap<>();
        for (Object child : descriptor.getRoot()) {
            if (child instanceof Node node && tags.contains(node.getTag())) {
                add(node, descriptor instanceof FragmentDescriptor, own);
            }
        }
        own.forEach(named::putIfAbsent);
    }

    private void add(Node node, boolean ofFragment, Map<String, Copied> own) {
        String name = nameOf(node);
        boolean places = node.get("injection-target") != null;
        if (places && ofFragment && decided.contains(name)) {
            places = false;
        } else if (places && name != null && !ofFragment) {
            decided.add(name);
        }
        Copied before = name == null ? null : named.get(name);
        if (before == null) {
            Copied copied = new Copied(node, new ArrayList<>());
            Copied earlier = name == null ? null : own.put(name, copied);
            // what one descriptor says twice counts as it is said later
            all.remove(earlier);
            all.add(copied);
            return;
        }
        if (places) {
            DescriptorMerge.all(node, "injection-target").forEach(before.places::add);
        }
    }

    /** Returns what is there once in a descriptor; null for what may be repeated. */
    private static @Nullable String nameOf(Node node) {
        String tag = node.getTag();
        if ("default-context-path".equals(tag)) {
            return tag;
        }
        String nameTag = "data-source".equals(tag) ? "name" : DescriptorDuplicates.nameTag(tag);
        String name = nameTag == null ? null : node.getString(nameTag, false, true);
        return name == null ? null : tag + " " + name;
    }

    /** Returns the elements as XML. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (Copied copied : all) {
            String text = copied.node.toString(true);
            StringBuilder places = new StringBuilder();
            copied.places.forEach(place -> places.append(place.toString(true)));
            int end = text.lastIndexOf("</");
            texts.add(places.isEmpty() ? text : text.substring(0, end) + places + text.substring(end));
        }
        return texts;
    }
}
