package org.eclipse.jetty.ee10.webapp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;

/** What may be said once only in a descriptor; another one may say more of it. Thread-safe. */
final class DescriptorDuplicates {
    /** Elements that a developer is to be notified of when there are several (Servlet section 14.2). */
    private static final List<String> SINGLE = List.of("session-config", "jsp-config", "login-config");

    /** Elements whose names are unique (the schemas of Servlet section 14.3), with the element of the name. */
    private static final Map<String, String> NAMED = Map.of(
            "servlet", "servlet-name",
            "filter", "filter-name",
            "env-entry", "env-entry-name",
            "ejb-ref", "ejb-ref-name",
            "ejb-local-ref", "ejb-ref-name",
            "resource-ref", "res-ref-name",
            "resource-env-ref", "resource-env-ref-name",
            "message-destination-ref", "message-destination-ref-name");

    private DescriptorDuplicates() {}

    /** Returns the element with the unique name of an element; null for one without. */
    static @Nullable String nameTag(String tag) {
        return NAMED.get(tag);
    }

    /** @throws DescriptorException with both places */
    static void refuse(Node root) {
        Map<String, Node> first = new HashMap<>();
        for (Object child : root) {
            if (!(child instanceof Node node)) {
                continue;
            }
            String tag = node.getTag();
            if (SINGLE.contains(tag)) {
                refuse(first, tag, node, "a second <" + tag + ">");
            }
            String nameTag = NAMED.get(tag);
            String name = nameTag == null ? null : node.getString(nameTag, false, true);
            if (name != null) {
                refuse(first, tag + " " + name, node, "a second <" + tag + "> is named " + name);
            }
        }
    }

    private static void refuse(Map<String, Node> first, String key, Node node, String message) {
        Node before = first.putIfAbsent(key, node);
        if (before != null) {
            throw new DescriptorException(
                    node, message + ", the first at " + before.getLocation() + "; leave one of them");
        }
    }
}
